/** An id as the playbook writes it, from how a model cites it: in brackets, with blanks around it, or with the line that follows it. */
export function bareId(cited: string): string {
  const text = cited.trim();
  return (/^\[\s*([^\]\s]+)\s*\]/.exec(text)?.[1] ?? text.replace(/^\[|\]$/g, '')).trim();
}
