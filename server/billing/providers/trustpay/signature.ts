import { createHmac, timingSafeEqual } from 'node:crypto';

/** TrustPay signs the values of a notification without their names, whatever order they came in. */
export function signNotification(content: unknown, key: string): string {
  const values = listValues(content).sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return createHmac('sha256', key).update(values.join('/')).digest('hex');
}

export function isSigned(content: unknown, signature: string, key: string): boolean {
  const expected = Buffer.from(signNotification(content, key));
  const given = Buffer.from(signature.toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function listValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listValues);
  if (typeof value === 'number') return [value.toFixed(2)];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'Signature' ? [] : listValues(inner)));
}
