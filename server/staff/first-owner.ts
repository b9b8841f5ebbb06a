import { randomInt } from 'node:crypto';
import type { App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

const EMAIL = 'owner@serenata.local';
const WORDS = 5;
const SYLLABLES = 2;
const consonants = 'bcdfglmnprstvz';
const vowels = 'aeiou';

/**
 * Makes an owner where there is no staff yet. The password is returned this once and kept nowhere.
 * Of several nodes that start together one makes the owner, since the address is unique.
 */
export async function makeFirstOwner({
  db,
  clock,
  passwords,
}: App): Promise<{ email: string; password: string } | undefined> {
  if (await hasStaff(db)) return undefined;
  const password = readablePassword();
  const password_hash = await passwords.hash(password, EMAIL);
  const now = clock.now();
  const staff = { id: newId(now.getTime()), email: EMAIL, name: 'Owner', password_hash, created_at: now };
  const made = await transact(db, async (tx) => {
    const inserted = await insertStaff(tx, { ...staff, is_owner: true });
    if (inserted)
      await recordAudit(tx, { actor: { kind: 'system' }, action: 'staff.created', subject: EMAIL });
    return inserted;
  });
  return made ? { email: EMAIL, password } : undefined;
}

/** Ten syllables that can be read out and typed: about 61 bits. */
function readablePassword(): string {
  const letter = (letters: string) => letters.charAt(randomInt(letters.length));
  const word = () => Array.from({ length: SYLLABLES }, () => letter(consonants) + letter(vowels)).join('');
  return Array.from({ length: WORDS }, word).join('-');
}

async function hasStaff(db: DbOrTx): Promise<boolean> {
  return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;
}

interface NewStaff {
  id: string;
  email: string;
  name: string;
  is_owner: boolean;
  password_hash: string;
  created_at: Date;
}

/** False where the address is taken. */
export async function insertStaff(db: DbOrTx, staff: NewStaff): Promise<boolean> {
  const inserted = await db
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
