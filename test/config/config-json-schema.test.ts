import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configJsonSchema } from '../../harness/config/config-json-schema.ts';
import { configSchema } from '../../harness/config/config-schema.ts';
import { parseYaml } from '../../harness/config/parse-yaml.ts';
import { example, exampleWith, shapes } from './example.ts';

/** The generated schema read back as a validator: what an editor would accept. */
function editorAccepts(text: string): boolean {
  const schema = z.fromJSONSchema(configJsonSchema(shapes) as Parameters<typeof z.fromJSONSchema>[0]);
  return schema.safeParse(parseYaml(text, () => 'test').value).success;
}

describe('configJsonSchema()', () => {
  it('survives JSON', () => {
    const schema = configJsonSchema(shapes);
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('has the options of each part in a union discriminated by its name', () => {
    expect(configJsonSchema(shapes)).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      additionalProperties: false,
      required: ['experiment', 'model', 'embedder', 'budgetTokens', 'seeds', 'protocol', 'suites', 'arms'],
      properties: {
        arms: {
          minProperties: 1,
          additionalProperties: {
            oneOf: [
              { title: 'static', properties: { method: { const: 'static' } }, additionalProperties: false },
              {
                title: 'aced',
                description: 'grows and refines',
                properties: {
                  method: { const: 'aced' },
                  refine: {
                    additionalProperties: false,
                    properties: { threshold: { minimum: 0, maximum: 1, default: 0.85 } },
                  },
                },
                required: ['method'],
                additionalProperties: false,
              },
              { title: 'constructor' },
            ],
          },
        },
        suites: {
          items: {
            oneOf: [{ properties: { name: { const: 'tagging' } } }, { properties: { name: { const: 'office' } } }],
          },
        },
        model: {
          oneOf: [
            { properties: { provider: { const: 'simulated' } } },
            { properties: { provider: { const: 'remote' } } },
          ],
        },
        embedder: {
          oneOf: [{ properties: { name: { const: 'minilm' } } }, { properties: { name: { const: 'hashed' } } }],
        },
      },
    });
  });

  it('lets an editor accept the example and refuse what the validator refuses', () => {
    expect(editorAccepts(example)).toBe(true);
    for (const [from, to] of [
      ['threshold: 0.85', 'threshold: 1.5'],
      ['threshold', 'treshold'],
      ['method: static', 'method: statc'],
      ['budgetTokens', 'budgetToken'],
      ['tags: 9', 'stepLimit: 9'],
    ] as const)
      expect(editorAccepts(exampleWith(from, to)), to).toBe(false);
  });
});

describe('configSchema()', () => {
  it('throws where a part has an option under a key that the config itself reads', () => {
    const clashing = { about: 'x', options: z.object({ method: z.string() }) };
    expect(() => configSchema({ ...shapes, methods: { clashing } })).toThrow(/expected no option "method"/);
    const limited = { about: 'x', options: z.object({ limits: z.number() }) };
    expect(() => configSchema({ ...shapes, suites: { limited } })).toThrow(/expected no option "limits"/);
  });
});
