/** An id as the playbook writes it, from how a model cites it: in brackets, with blanks around it, or with the text that follows it. */
export function bareId(cited: string): string {
  const text = cited.trim();
  const bracketed = /^\[\s*([^\]\s]+)\s*\]/.exec(text)?.[1];
  const followed = /^([^\s[\]:]+-\d+)\s*(?:::?|,)\s/.exec(text)?.[1];
  return (bracketed ?? followed ?? text.replace(/^\[|\]$/g, '')).trim();
}
