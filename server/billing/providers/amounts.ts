/** Some providers count in euros with a decimal point, we in cents. */
export function majorUnits(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Undefined where it is no whole number of cents, or below zero. */
export function readMajorUnits(amount: string | number): number | undefined {
  const parts = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  if (!parts) return undefined;
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
}
