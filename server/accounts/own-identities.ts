/** The identities of other providers by which an account opens: listing and removing them. */

import { identityProvider } from '#contract/account/identities.ts';
import type { Identity, removeIdentity as removeEndpoint } from '#contract/account/identities.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { endSessionsBy } from '#server/platform/security/sessions.ts';
import type { ChangedAccount, EndedAccess } from './account-handlers.ts';
import { maskEmail } from './email-address.ts';
import { requireFreshProof } from './fresh-proof.ts';

export async function listIdentities({ app: { db }, brandId, accountId }: MemberContext) {
  const rows = await db
    .selectFrom('identity')
    .select(['provider', 'email', 'created_at', 'last_used_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  const identities = rows.map(({ provider, email, created_at, last_used_at }): Identity => ({
    provider: identityProvider.parse(provider),
    email: maskEmail(email),
    createdAt: created_at.getTime(),
    lastUsedAt: last_used_at.getTime(),
  }));
  return { identities };
}

/**
 * Takes an identity away, and signs out the other devices that it let in. The last way into an account stays: a member with
 * neither a password nor a passkey chooses a password first.
 */
export async function removeIdentity(
  context: MemberContext,
  { provider }: Pick<InputOf<typeof removeEndpoint>, 'provider'>,
) {
  const { db, sessions } = context.app;
  const { brandId, accountId, sessionId } = context;
  await requireFreshProof(context);
  await transact(db, async (tx, afterCommit) => {
    if (!(await hasOtherWay(tx, context))) fail('identity.last');
    const gone = await deleteIdentities(tx, { brandId, accountId })
      .where('provider', '=', provider)
      .execute();
    if (gone.length === 0) fail('request.not_found');
    await endSessionsBy(tx, brandId, { accountId, method: provider, exceptSessionId: sessionId });
    afterCommit(() => sessions.forget(accountId));
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.identity_removed',
      subject: accountId,
      details: { provider },
    });
  });
  return { result: 'OK' as const };
}

/** Whether the member can sign in without another provider. The account stays as it is until the transaction ends. */
async function hasOtherWay(tx: Tx, { brandId, accountId }: ChangedAccount): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select('password_hash')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return fail('session.dead');
  if (account.password_hash !== null) return true;
  const passkey = await tx
    .selectFrom('passkey')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

export async function removeAllIdentities(tx: Tx, account: ChangedAccount): Promise<EndedAccess[]> {
  return describe(await deleteIdentities(tx, account).execute());
}

/** Those of another address than the one the account has taken. */
export async function removeIdentitiesBesides(
  tx: Tx,
  account: ChangedAccount,
  email: string,
): Promise<EndedAccess[]> {
  return describe(await deleteIdentities(tx, account).where('email', '<>', email).execute());
}

function deleteIdentities(tx: Tx, { brandId, accountId }: ChangedAccount) {
  return tx
    .deleteFrom('identity')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .returning(['provider', 'email']);
}

function describe(gone: readonly { provider: string; email: string }[]): EndedAccess[] {
  return gone.map(({ provider, email }) => ({
    kind: 'identity',
    provider: identityProvider.parse(provider),
    email: maskEmail(email),
  }));
}
