import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configJsonSchema } from '../../harness/config/config-json-schema.ts';
import { configSchema } from '../../harness/config/config-schema.ts';
import { isMapping } from '../../harness/config/path.ts';
import { parseYaml } from '../../harness/config/parse-yaml.ts';
import { loadParts } from '../../harness/experiment/load-parts.ts';
import { registry } from '../../harness/registry.ts';
import { example, exampleWith, shapes, shorthandEdits } from './example.ts';

/** The generated schema read back as a validator: what an editor would accept. */
function editorAccepts(text: string): boolean {
  const schema = z.fromJSONSchema(configJsonSchema(shapes) as Parameters<typeof z.fromJSONSchema>[0]);
  return schema.safeParse(parseYaml(text, () => 'test').value).success;
}

/** The properties of a JSON Schema, at any depth, that say nothing about themselves. */
function keysWithoutDescription(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysWithoutDescription);
  if (!isMapping(schema)) return [];
  const { properties } = schema;
  const own = isMapping(properties)
    ? Object.entries(properties).flatMap(([key, value]) => (isMapping(value) && value.description ? [] : [key]))
    : [];
  return [...own, ...Object.values(schema).flatMap(keysWithoutDescription)];
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
          anyOf: [
            {
              minProperties: 1,
              additionalProperties: {
                anyOf: [
                  {
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
                  { enum: ['static', 'aced', 'constructor'] },
                ],
              },
            },
            { items: { enum: ['static', 'aced', 'constructor'] } },
          ],
        },
        suites: {
          anyOf: [
            {
              items: {
                anyOf: [
                  {
                    oneOf: [
                      { properties: { name: { const: 'tagging' } } },
                      { properties: { name: { const: 'office' } } },
                    ],
                  },
                  { enum: ['tagging', 'office'] },
                ],
              },
            },
            { enum: ['tagging', 'office'] },
          ],
        },
        model: {
          anyOf: [
            {
              oneOf: [
                { properties: { provider: { const: 'simulated' } } },
                { properties: { provider: { const: 'remote' } } },
              ],
            },
            { enum: ['simulated', 'remote'] },
          ],
        },
        embedder: {
          anyOf: [
            { oneOf: [{ properties: { name: { const: 'minilm' } } }, { properties: { name: { const: 'hashed' } } }] },
            { enum: ['minilm', 'hashed'] },
          ],
        },
      },
    });
  });

  it('describes every key of a config, those of all registered parts included', async () => {
    const schema = configJsonSchema(await loadParts(registry));
    expect(keysWithoutDescription(schema)).toEqual([]);
    expect(keysWithoutDescription({ items: { properties: { a: {}, b: { description: 'of b' } } } })).toEqual(['a']);
  });

  it('lets an editor accept each shorthand', () => {
    for (const [from, to] of shorthandEdits) expect(editorAccepts(exampleWith(from, to)), to).toBe(true);
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
