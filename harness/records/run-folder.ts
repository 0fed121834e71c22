/** Where a run's files stand, and the run that they must be of: its spec, since a run may be renamed and its records are the same. */
export type RunFolder = { readonly folder: string; readonly runId: string; readonly specHash: string };

/** Files of a run that grow by lines; the records last, so that when their end is on the disk all that stands beside them is too. */
export const lineFiles = ['times.jsonl', 'transcripts.jsonl', 'records.jsonl'] as const;
export type LineFile = (typeof lineFiles)[number];
