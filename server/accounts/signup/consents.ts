/** What a member agreed to, kept as a proof. */

import type { Insertable } from 'kysely';
import type { acceptTerms as acceptTermsEndpoint } from '#contract/account/sign-up.ts';
import { isStillAgreed } from '#contract/brand/legal.ts';
import type { LegalPage } from '#contract/brand/legal.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { editionInForce } from '#server/brands/legal-editions.ts';
import type { Consent } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { changeAccount } from '../account-record.ts';
import { describeUser } from '../describe-user.ts';
import { welcomeWhenReady } from './welcome.ts';

/** The one-tap screen of a member who signed up without being asked, or whose terms have changed. Said twice, it counts once. */
export async function acceptTerms(
  context: MemberContext,
  { terms, adult, newsletter }: InputOf<typeof acceptTermsEndpoint>,
): Promise<ReplyOf<typeof acceptTermsEndpoint>> {
  const { db, clock, accountHandlers, sessions } = context.app;
  const { brand, brandId, accountId } = context;
  if (!terms) fail('field.terms');
  if (!adult) fail('field.adult');
  await transact(db, async (tx) => {
    const before = await lockConsentState(tx, brandId, accountId);
    const wanted = newsletter ?? before.newsletter;
    const isFirst = before.accepted_at === null;
    const isAgain = !isFirst && !isStillAgreed(before.terms_version, brand.terms);
    await recordConsents(context, tx, accountId, {
      ...(isFirst && { terms: true, adult: true }),
      ...(isAgain && { terms: true }),
      ...(wanted !== before.newsletter && { newsletter: wanted }),
    });
    await changeAccount(
      tx,
      { brandId, accountId },
      {
        accepted_at: before.accepted_at ?? clock.now(),
        terms_version: isFirst || isAgain ? editionInForce(brand, 'terms') : before.terms_version,
        newsletter: wanted,
      },
    );
    if (!isFirst) return;
    for (const { termsAccepted } of accountHandlers) await termsAccepted?.(context, tx);
    await welcomeWhenReady(context, tx, accountId, 'accepted');
  });
  sessions.forget(accountId);
  return { result: 'OK', user: await describeUser(context, accountId) };
}

type ConsentKind = 'terms' | 'adult' | 'newsletter' | 'delicate';

/** The text in which one reads what is agreed to. */
const textOf: Record<ConsentKind, LegalPage> = {
  terms: 'terms',
  adult: 'terms',
  newsletter: 'privacy',
  delicate: 'privacy',
};

/** Keeps the proof of what a member agreed to: which text, when, in which language and from where. */
export async function recordConsents(
  context: VisitorContext | MemberContext,
  tx: Tx,
  accountId: string,
  choices: Partial<Record<ConsentKind, boolean>>,
): Promise<void> {
  const { clock } = context.app;
  const { brand, brandId, language, ip, userAgent } = context;
  const rows = Object.entries(choices).map(([kind, given]) => ({
    brand_id: brandId,
    id: newId(),
    account_id: accountId,
    kind: kind as ConsentKind,
    given,
    text_version: editionInForce(brand, textOf[kind as ConsentKind]),
    language,
    ip,
    user_agent: userAgent.slice(0, 400),
    created_at: clock.now(),
  }));
  await insertConsents(tx, rows);
}

async function insertConsents(tx: Tx, consents: Insertable<Consent>[]): Promise<void> {
  if (consents.length > 0) await tx.insertInto('consent').values(consents).execute();
}

/** Locks the account until the transaction ends. */
function lockConsentState(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['accepted_at', 'terms_version', 'newsletter'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
