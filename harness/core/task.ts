import type { Json } from './json.ts';

export const splitNames = ['train', 'val', 'test', 'test-challenge'] as const;
export type Split = (typeof splitNames)[number];

/** What methods and players may see of a task. `scenario` names the situation it is a variation of. */
export type Question = { readonly id: string; readonly scenario: string; readonly text: string };
export type Task = Question & { readonly gold: Json };
