const bulletLine = /^\[([^\]\s]+)\] (?:helpful=(\d+) harmful=(\d+) :: )?(.*)$/;

// A bullet that misled this much more often than it helped is taken out.
const harmMargin = 2;

/** The simulated curator: adds each lesson whose text the playbook does not hold word for word, and removes bullets that keep misleading. */
export function curateLessons(playbook: string, lessons: string) {
  const bullets = playbook.split('\n').flatMap((line) => {
    const match = bulletLine.exec(line);
    return match === null
      ? []
      : [{ id: match[1]!, balance: Number(match[2] ?? 0) - Number(match[3] ?? 0), text: match[4]! }];
  });
  const held = new Set(bullets.map(({ text }) => text));
  const fresh = [...new Set(listed(lessons))].filter((lesson) => !held.has(lesson));
  const removals = bullets.filter(({ balance }) => balance <= -harmMargin).map(({ id }) => ({ op: 'remove', id }));
  const additions = fresh.map((text) => {
    const type = /\bnot\b|\brather than\b/i.test(text) ? 'error_pattern' : 'strategy';
    return { op: 'add', section: '', text, type, rationale: 'stated by the reflector' };
  });
  return { reasoning: `${fresh.length} new lessons`, operations: [...removals, ...additions] };
}

/** The items of a `- item` list. */
export function listed(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).trim());
}
