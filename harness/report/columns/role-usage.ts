import { addUsage, type RoleUsage, usageOf } from '../../core/usage.ts';
import type { Column, NoFigures } from '../column.ts';
import type { Learned, RowSource } from '../row-source.ts';

// What is spent on the learning row alone, so that its sum over a run is all of it.
const summedRoles = ['reflector', 'curator', 'maintenance'] as const;
type SummedRole = (typeof summedRoles)[number];

type UsagePart = 'calls' | 'input_tokens' | 'cached_tokens' | 'output_tokens';
type UsageColumns<Role extends string, Parts extends readonly UsagePart[]> = {
  readonly [I in keyof Parts]: Column<
    `${Role}_${Parts[I]}`,
    RowSource,
    number | null,
    Role extends SummedRole ? { readonly [name in `${Role}_${Parts[I]}`]: 'sum' } : NoFigures
  >;
};

const parts = ['calls', 'input_tokens', 'cached_tokens', 'output_tokens'] as const;
const meanings: { readonly [part in UsagePart]: string } = {
  calls: 'Calls',
  input_tokens: 'Tokens read, those from a cache of the provider among them,',
  cached_tokens: 'Tokens read from a cache of the provider',
  output_tokens: 'Tokens written',
};

/** Columns of the usage of a role. */
function usageColumns<const Role extends string, const Parts extends readonly UsagePart[] = typeof parts>(
  role: Role,
  by: string,
  of: (source: RowSource) => RoleUsage | null,
  chosen: Parts = parts as unknown as Parts,
): UsageColumns<Role, Parts> {
  const value = (usage: RoleUsage | null, part: UsagePart): number | null => {
    if (usage === null) return null;
    const { calls, inputTokens, cachedTokens, outputTokens } = usage;
    return { calls, input_tokens: inputTokens, cached_tokens: cachedTokens, output_tokens: outputTokens }[part];
  };
  const columns = chosen.map((part) => {
    const name = `${role}_${part}`;
    const unit = part === 'calls' ? 'calls' : 'tokens';
    const figures = summedRoles.includes(role as SummedRole) ? { [name]: 'sum' as const } : {};
    return {
      name,
      type: 'number',
      unit,
      meaning: `${meanings[part]} by ${by}.`,
      of: (source: RowSource) => value(of(source), part),
      figures,
    };
  });
  return columns as unknown as UsageColumns<Role, Parts>;
}

// Calls and tokens by role.
export const roleUsageColumns = [
  ...usageColumns(
    'generator',
    'the generator, in the attempts of the row and, on learning rows, in what they led to',
    ({ trials, learned }) => {
      const more = learned?.sum.adaptation ?? null;
      return more === null ? trials.generator : addUsage(trials.generator, usageOf(more, ['generator']));
    },
  ),
  ...usageColumns('reflector', 'the reflector', ({ learned }) => roleOf(learned, ['reflector'])),
  ...usageColumns('curator', 'the curator', ({ learned }) => roleOf(learned, ['curator'])),
  ...usageColumns('judge', 'the judge that grades the attempts of the row', ({ trials }) => trials.judge),
  ...usageColumns(
    'maintenance',
    'curator, rewriter and merger, refine among them',
    ({ learned }) => learned?.sum.maintenance ?? null,
    ['input_tokens', 'output_tokens'],
  ),
] as const;

function roleOf(learned: Learned | null, roles: readonly ('reflector' | 'curator')[]): RoleUsage | null {
  const usage = learned?.sum.adaptation ?? null;
  return usage === null ? null : usageOf(usage, roles);
}
