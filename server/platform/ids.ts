import { createHash, randomBytes, randomUUID } from 'node:crypto';

let lastMillisecond = 0;
let sequence = 0;

/** A uuid v7: ordered by time, and within one process also within the millisecond. */
export function newId(at: number = Date.now()): string {
  const random = randomUUID();
  if (at > lastMillisecond) {
    lastMillisecond = at;
    sequence = Number.parseInt(random.slice(0, 3), 16) & 0x07ff;
  } else {
    sequence += 1;
    if (sequence > 0x0fff) {
      lastMillisecond += 1;
      sequence = 0;
    }
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  // From its 19th letter on a random uuid is what the end of every uuid is: the variant and 62 random bits.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${random.slice(19)}`;
}

/** Before all ids that are made at a moment or later. */
export function lowestIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** The same id for the same words: for what must exist once, however often it is made. */
export function derivedId(words: string): string {
  const bytes = createHash('sha256').update(words).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An opaque secret of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const wholeUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text is an id as the database spells it. */
export function isUuid(text: string): boolean {
  return wholeUuid.test(text);
}

/** The id as the database spells it, where it is one. */
export function readUuid(text: string): string | undefined {
  const id = text.toLowerCase();
  return isUuid(id) ? id : undefined;
}
