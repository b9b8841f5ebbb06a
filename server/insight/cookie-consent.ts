/** The log of consent: what visitors chose about cookies, and what may be done by it. */

import { sql } from 'kysely';
import type { recordCookieConsent as recordEndpoint } from '#contract/insight/consent.ts';
import type { OptionalCategory } from '#contract/insight/consent.ts';
import { COOKIE_CHOICE_MS } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { nameDevice } from '#server/accounts/own-sessions.ts';
import type { App, MemberContext, VisitorContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { countRows } from './tracking.ts';

/** As long as a visitor may ask us to show it. */
export const COOKIE_CONSENTS_KEPT = 2 * 365 * DAY;

/**
 * Puts a choice into the log. The same choice may come again, from a browser that never got the answer or in which
 * a member has signed in since: then it becomes that member's. What was chosen never changes.
 */
export async function recordCookieConsent(
  context: VisitorContext | MemberContext,
  { id, measurement, advertising, policyVersion, way, replaces }: InputOf<typeof recordEndpoint>,
) {
  await countRows(context, 1);
  const { app, brandId, language, userAgent } = context;
  const accountId = 'accountId' in context ? context.accountId : null;
  await app.db
    .insertInto('cookie_consent')
    .values({
      brand_id: brandId,
      id,
      account_id: accountId,
      measurement,
      advertising,
      policy_version: policyVersion,
      language,
      way,
      device: nameDevice(userAgent).slice(0, 60),
      created_at: app.clock.now(),
      replaces: replaces ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'id'])
        .doUpdateSet({ account_id: accountId })
        .where('cookie_consent.account_id', 'is', null),
    )
    .execute();
  return { result: 'OK' as const };
}

/**
 * Whether a member allows something now: the latest choice counts, made while signed in or in the browser that they signed
 * up in. One that is older than choices last is none.
 */
export async function allows(
  db: DbOrTx,
  { brandId, accountId }: { brandId: string; accountId: string },
  category: OptionalCategory,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ measurement: boolean; advertising: boolean }>`
    select c.measurement, c.advertising from (
      select brand_id, id from cookie_consent where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      union all
      select brand_id, cookie_consent_id from arrival where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
    ) as chosen join cookie_consent c on c.brand_id = chosen.brand_id and c.id = chosen.id
    where c.created_at > ${new Date(now.getTime() - COOKIE_CHOICE_MS)}
      and (c.account_id is null or c.account_id = ${accountId}::uuid)
    order by c.created_at desc, c.id desc limit 1`.execute(db);
  return rows[0]?.[category] ?? false;
}

/**
 * Whether what a browser tells of itself may be kept: by the choice that it names, unless another one has taken its place.
 * Of a member the latest choice counts, wherever it was made.
 */
export async function isMeasured(
  { app: { db, clock }, brandId }: Pick<VisitorContext, 'app' | 'brandId'>,
  consentId: string | undefined,
): Promise<boolean> {
  if (consentId === undefined) return false;
  const now = clock.now();
  const choice = await db
    .selectFrom('cookie_consent as c')
    .select('c.account_id')
    .where('c.brand_id', '=', brandId)
    .where('c.id', '=', consentId)
    .where('c.measurement', '=', true)
    .where('c.created_at', '>', new Date(now.getTime() - COOKIE_CHOICE_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cookie_consent as later')
            .select('later.id')
            .whereRef('later.brand_id', '=', 'c.brand_id')
            .whereRef('later.replaces', '=', 'c.id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!choice) return false;
  const { account_id: accountId } = choice;
  return accountId === null || allows(db, { brandId, accountId }, 'measurement', now);
}

export async function deleteOldCookieConsents({ db, clock }: App): Promise<void> {
  await db
    .deleteFrom('cookie_consent')
    .where('created_at', '<', new Date(clock.now().getTime() - COOKIE_CONSENTS_KEPT))
    .execute();
}
