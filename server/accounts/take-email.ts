import { fail } from '../../contract/kernel/errors.ts';
import type { VisitorContext } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { saveEmail } from './queries.ts';
import type { Credentials } from './queries.ts';

/** Gives an account another address, and answers with the new version of its credentials. */
export async function takeEmail(
  { brandId }: VisitorContext,
  tx: Tx,
  { id }: Credentials,
  change: { email: string; confirmedAt: Date | null },
): Promise<number> {
  const version = await saveEmail(tx, brandId, id, change).catch((error: unknown) => {
    // Somebody else took the address since it was looked up.
    if (isDuplicate(error)) return fail('email.taken');
    throw error;
  });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id },
    action: 'account.email_changed',
    subject: id,
    details: { confirmed: change.confirmedAt !== null },
  });
  return version;
}

const UNIQUE_VIOLATION = '23505';

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
