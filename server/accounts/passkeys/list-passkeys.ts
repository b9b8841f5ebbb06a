import type { Passkey } from '../../../contract/account/passkeys.ts';
import type { MemberContext } from '../../app.ts';
import { readPasskeys } from './queries.ts';

const MOST_LISTED = 20;

export async function listPasskeys({ db, brandId, accountId }: MemberContext) {
  const rows = await readPasskeys(db, brandId, accountId, MOST_LISTED);
  return { passkeys: rows.map(describePasskey) };
}

interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export function describePasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return { id, name, createdAt: created_at.getTime(), lastUsedAt: last_used_at?.getTime() ?? null };
}
