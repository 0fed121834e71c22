import { type CheckKind, checkKinds, type Grade, type PassedByKind } from '../../harness/core/suite.ts';

export const tagProfiles = ['official', 'strict', 'lenient'] as const;
export type TagProfile = (typeof tagProfiles)[number];

/**
 * Grades tags in the order of the questions; score = share of positions that are right. `official` is FiNER's own rule: split on
 * commas, trim, ignore case, cut or pad to the reference's length. `strict` wants exact case and exactly as many tags, `lenient`
 * also reads quotes, numbering, JSON arrays and other separators. `kinds`, where they are known, stand in the order of the questions.
 */
export function gradeTags({ reference, answer, kinds }: Tagged, profile: TagProfile): Grade {
  const verdicts: Readonly<Record<TagProfile, Verdict>> = {
    official: compare(reference, splitOnCommas(answer), sameIgnoringCase),
    strict: strictVerdict(reference, answer),
    lenient: lenientVerdict(reference, answer),
  };
  const { given, right } = verdicts[profile];
  const passed = countRight(right);
  return {
    score: share(verdicts[profile]),
    checks: { passed, total: reference.length },
    ...(kinds === undefined ? {} : { checksByKind: passedByKind(right, kinds) }),
    profiles: Object.fromEntries(tagProfiles.map((name) => [name, share(verdicts[name])])),
    failedChecks: right.flatMap((isRight, index) => (isRight ? [] : [failedCheck(index, given[index] ?? '')])),
    reference: reference.join(', '),
  };
}

type Tagged = {
  readonly reference: readonly string[];
  readonly answer: string;
  readonly kinds?: readonly CheckKind[] | undefined;
};

function passedByKind(right: readonly boolean[], kinds: readonly CheckKind[]): PassedByKind {
  const ofKind = (kind: CheckKind): readonly boolean[] => right.filter((_isRight, index) => kinds[index] === kind);
  return Object.fromEntries(
    checkKinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => [kind, [countRight(ofKind(kind)), ofKind(kind).length]]),
  );
}

type Verdict = { readonly given: readonly string[]; readonly right: readonly boolean[] };

function compare(
  reference: readonly string[],
  given: readonly string[],
  same: (expected: string, found: string) => boolean,
): Verdict {
  return { given, right: reference.map((tag, index) => same(tag, given[index] ?? '')) };
}

function strictVerdict(reference: readonly string[], answer: string): Verdict {
  const given = splitOnCommas(answer);
  return compare(reference, given, (expected, found) => given.length === reference.length && expected === found);
}

/** The better of two readings, so that nothing the official rule accepts is lost to the looser one. */
function lenientVerdict(reference: readonly string[], answer: string): Verdict {
  const plain = compare(reference, splitOnCommas(answer), sameIgnoringCase);
  const loose = compare(reference, splitLoosely(answer), sameIgnoringCase);
  return countRight(loose.right) >= countRight(plain.right) ? loose : plain;
}

function splitOnCommas(answer: string): readonly string[] {
  return answer.split(',').map((part) => part.trim());
}

function splitLoosely(answer: string): readonly string[] {
  return answer
    .trim()
    .replace(/^```\w*|```$/g, '')
    .replace(/^\s*\[|\]\s*$/g, '')
    .trim()
    .split(/[,;]?[^\S\n]*\n\s*|[,;]/)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:\(?\d{1,2}[.):]|[-*])\s*/, '')
        .replace(/^["'`\s]+|["'`.\s]+$/g, ''),
    );
}

function sameIgnoringCase(expected: string, found: string): boolean {
  return expected.trim().toLowerCase() === found.toLowerCase();
}

function countRight(right: readonly boolean[]): number {
  return right.filter(Boolean).length;
}

function share({ right }: Verdict): number {
  return right.length === 0 ? 0 : countRight(right) / right.length;
}

function failedCheck(index: number, given: string): string {
  const line = given.replace(/\s+/g, ' ').trim();
  const shown = line.length > 80 ? `${line.slice(0, 80)}...` : line;
  return shown === ''
    ? `Question ${index + 1}: no tag was given.`
    : `Question ${index + 1}: the tag "${shown}" is wrong.`;
}
