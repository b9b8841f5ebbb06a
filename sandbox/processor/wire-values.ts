import { randomFillSync } from 'node:crypto';

/** Filled at once, because asking for a few bytes costs as much as asking for many. */
const pool = Buffer.allocUnsafe(8_192);
let used = pool.length;

function randomNumber(): bigint {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 8;
  return pool.readBigUInt64BE(used - 8);
}

/** Capital letters and digits, as providers name things. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    text += randomNumber().toString(36).slice(1).toUpperCase();
  }
  return text.slice(0, length);
}

const AMOUNT_DIGITS = 5;
const most = 36 ** AMOUNT_DIGITS - 1;

/** The name of a charge says its amount, so that it can be refunded even after its provider was restarted. */
export function makeChargeId(prefix: string, scenario: number, amount: number): string {
  const value = Math.min(amount, most).toString(36).toUpperCase().padStart(AMOUNT_DIGITS, '0');
  return `${prefix}${scenario.toString(36).toUpperCase()}${value}${randomText(9)}`;
}

export function readChargeId(id: string): { prefix: string; scenario: number; amount: number } | undefined {
  const [, prefix, scenario, amount] = /^([A-Z])([0-9A-Z])([0-9A-Z]{5})[0-9A-Z]{9}$/.exec(id) ?? [];
  if (prefix === undefined || scenario === undefined || amount === undefined) return undefined;
  return { prefix, scenario: Number.parseInt(scenario, 36), amount: Number.parseInt(amount, 36) };
}

/** Cents as "12.34". */
export function majorUnits(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "12.34" as cents; undefined where it is anything else. */
export function readMajorUnits(text: string): number | undefined {
  return /^(0|[1-9]\d{0,8})\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;
}
