import type { Method } from '../harness/core/method.ts';
import type { Rendered } from '../harness/core/rendered.ts';

/** A context that is free text. */
export type TextContext = { readonly text: string };

/** Free text as it is, the same for all tasks. */
export function renderText({ text }: TextContext): Rendered {
  return { stable: text, perTask: '', ids: null };
}

/** What all methods with free text share: they start from the base instructions and show the text as it is. */
export const textContext: Pick<Method<TextContext>, 'start' | 'read' | 'render'> = {
  start: (base) => ({ text: base.text }),
  read: (text) => ({ text: text.trim() }),
  render: async (context) => renderText(context),
};
