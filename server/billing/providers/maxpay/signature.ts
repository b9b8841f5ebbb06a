import { createHash, timingSafeEqual } from 'node:crypto';

/** Neither the card nor the key is part of what is signed. */
const unsigned = new Set([
  'signature',
  'card_number',
  'card_exp_month',
  'card_exp_year',
  'cvv',
  'card_holder',
  'public_key',
]);

export function signRequest(fields: Readonly<Record<string, string | number>>, privateKey: string): string {
  const pairs = Object.entries(fields)
    .filter(([name, value]) => !unsigned.has(name) && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return sha256([...pairs, privateKey].join('|').toLowerCase());
}

/** A callback is signed as it stands, to the letter. */
export function isSigned(body: Buffer, signature: string, privateKey: string): boolean {
  const expected = Buffer.from(sha256(Buffer.concat([body, Buffer.from(privateKey)])));
  const given = Buffer.from(signature.toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
