/** The fresh proof of who it is that some acts ask for (decision 33). */

import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** For so long after signing in or proving it a member is not asked again. */
const FRESH = 15 * MINUTE;

/**
 * Asks for more than an open session before something that cannot be taken back, that opens the account for good, or that
 * carries what it holds elsewhere: that its owner has signed in or shown who is there within the last quarter of an hour. A
 * mail with a link is easily passed on and opens again for days, so it never counts.
 */
export async function requireFreshProof(context: MemberContext): Promise<void> {
  const { db, clock } = context.app;
  const proof = (await readProof(db, context)) ?? fail('session.dead');
  const { proved_at: provedAt } = proof;
  if (provedAt === null || clock.now().getTime() - provedAt.getTime() >= FRESH) refuse(proof);
}

/**
 * Refuses a session that only a mailed link has opened, until its owner has shown once who is there. What a session
 * remembers of it costs nothing; only one that seems not to have shown anything is looked at again, since it may just have.
 */
export async function requireProvenSession(context: MemberContext): Promise<void> {
  if (context.proven) return;
  const proof = (await readProof(context.app.db, context)) ?? fail('session.dead');
  if (proof.proved_at === null) refuse(proof);
}

function refuse({ password_hash: passwordHash }: Proof): never {
  return passwordHash === null ? fail('password.none') : fail('password.needed');
}

type Proof = NonNullable<Awaited<ReturnType<typeof readProof>>>;

/** When the caller's session was proven, and the password that would prove it again. */
export function readProof(
  db: DbOrTx,
  { brandId, accountId, sessionId }: Pick<MemberContext, 'brandId' | 'accountId' | 'sessionId'>,
) {
  return db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 's.brand_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(['s.proved_at', 'a.password_hash'])
    .where('s.brand_id', '=', brandId)
    .where('s.id', '=', sessionId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}
