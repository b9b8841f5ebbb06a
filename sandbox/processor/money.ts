/** Cents as "12.34". */
export function majorUnits(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "12.34" as cents; undefined where it is anything else. */
export function readMajorUnits(text: string): number | undefined {
  return /^(0|[1-9]\d{0,8})\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;
}
