/** The beginning of a text, cut at the end of a word where it is longer than that many letters. */
export function cutWords(text: string, letters: number): string {
  const all = Array.from(text.trim());
  if (all.length <= letters) return all.join('');
  // One more letter shows whether the last word ends here by itself.
  const start = all.slice(0, letters + 1).join('');
  const end = start.search(/\s\S*$/u);
  const whole = end > 0 ? start.slice(0, end) : all.slice(0, letters).join('');
  return `${whole.replace(/[\s.,;:!?…–-]+$/u, '')}…`;
}
