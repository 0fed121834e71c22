import type { Method } from '../harness/core/method.ts';

/** A context that is free text. */
export type TextContext = { readonly text: string };

/** What all methods with free text share: they start from the base instructions and show the text as it is. */
export const textContext: Pick<Method<TextContext>, 'start' | 'read' | 'render'> = {
  start: (base) => ({ text: base.text }),
  read: (text) => ({ text: text.trim() }),
  render: ({ text }) => ({ stable: text, perTask: '', ids: null }),
};
