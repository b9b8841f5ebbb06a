import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { MINUTE } from '../platform/clock.ts';
import type { DbOrTx } from '../platform/database/database.ts';

/** For so long after signing in nobody is asked for his password again. */
const FRESH = 15 * MINUTE;

/**
 * Asks for more than an open session before something that cannot be taken back or that opens the account for good: the
 * password, unless the member has just signed in. A mail with a link is easily passed on and opens again for days, so it
 * never counts, whatever else the account has. Whoever has no password comes in with Google or a passkey again.
 */
export async function requireFreshProof(
  context: MemberContext,
  currentPassword: string | undefined,
): Promise<void> {
  const { db, brandId, accountId, clock, limits, passwords } = context;
  const proof = (await readProof(db, brandId, context)) ?? fail('session.dead');
  const { password_hash: passwordHash, method, created_at } = proof;
  const isFresh = clock.now().getTime() - created_at.getTime() < FRESH;
  if (isFresh && method !== 'link') return;
  if (passwordHash === null) return fail('password.none');
  if (!currentPassword) return fail('password.needed');
  const attempt = `${brandId}:${accountId}`;
  await limits.hit('passwordAccount', attempt);
  const matches = await passwords
    .verify(passwordHash, currentPassword, attempt)
    .catch(async (error: unknown) => {
      // Only a wrong guess counts.
      await limits.forgive('passwordAccount', attempt);
      throw error;
    });
  if (!matches) fail('password.wrong');
  await limits.reset('passwordAccount', attempt);
}

/** How and when the caller's session was opened, and the password that would prove more. */
function readProof(
  db: DbOrTx,
  brandId: string,
  { accountId, sessionId }: { accountId: string; sessionId: string },
) {
  return db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 's.brand_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(['s.method', 's.created_at', 'a.password_hash'])
    .where('s.brand_id', '=', brandId)
    .where('s.id', '=', sessionId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}
