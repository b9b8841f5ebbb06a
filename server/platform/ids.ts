import { randomBytes, randomFillSync } from 'node:crypto';

let lastMillisecond = 0;
let sequence = 0;

/** Asking for chance costs more than chance itself, so it comes in stock. */
const stock = Buffer.alloc(4096);
let used = stock.length;

/** The next bytes of chance. They are good until they are written over, a few hundred ids later. */
function takeBytes(count: number): Buffer {
  if (used + count > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += count;
  return stock.subarray(used - count, used);
}

/** A uuid v7: ordered by time, and within one process also within the millisecond. */
export function newId(at: number = Date.now()): string {
  if (at > lastMillisecond) {
    lastMillisecond = at;
    sequence = takeBytes(2).readUInt16BE() & 0x07ff;
  } else {
    sequence += 1;
    if (sequence > 0x0fff) {
      lastMillisecond += 1;
      sequence = 0;
    }
  }
  const bytes = takeBytes(16);
  bytes.writeUIntBE(lastMillisecond, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An opaque secret of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The id as the database spells it, where it is one. */
export function readUuid(text: string): string | undefined {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}
