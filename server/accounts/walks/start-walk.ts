/** Makes a member who does not exist, to walk a flow as it is drafted. */

import { randomUUID } from 'node:crypto';
import { LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import type { Country } from '#contract/countries/list.ts';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { makeUpScreenName } from '#contract/profile/screen-name.ts';
import type { startWalk as endpoint } from '#contract/staff/walks.ts';
import type { StaffContext } from '#server/app.ts';
import { findEditedBrand } from '#server/brands/editing/edited-brand.ts';
import { readDraftedOffer } from '#server/brands/editing/walked-offer.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { insertWalkedFlow } from '#server/brands/walked-flow.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { endWalkJob } from './end-walk.ts';

const WALK_LASTS = HOUR;
const LINK_VALID = 5 * MINUTE;
const AGE = 40;

export async function startWalk(
  staff: StaffContext,
  { brand: key, flowId, level, credits, gender }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const edited = await findEditedBrand(staff, key);
  if (!staff.app.brands.byKey(key)) return fail('walk.no_site');
  const context = atBrand(staff, key);
  const { app, brandId, brand, origin } = context;
  const now = app.clock.now();
  const endsAt = new Date(now.getTime() + WALK_LASTS);
  const accountId = newId();
  await transact(app.db, async (tx) => {
    const { flow: drafted, plans } = await readDraftedOffer(tx, edited, flowId);
    const flow = await insertWalkedFlow(tx, brandId, drafted);
    await tx
      .insertInto('account')
      .values({
        brand_id: brandId,
        id: accountId,
        tracker_id: `walk-${randomUUID()}`,
        email: `${accountId}@walk.invalid`,
        email_confirmed_at: now,
        flow_id: flow.id,
        level,
        walks: true,
        seeks: gender === 'male' ? 'female' : 'male',
        language: staff.language,
        accepted_at: now,
        terms_version: LEGAL_VERSIONS.terms,
        first_bought_at: level === PREMIUM_LEVELS.free ? null : now,
        created_at: now,
      })
      .execute();
    await tx
      .insertInto('walk')
      .values({ brand_id: brandId, account_id: accountId, ends_at: endsAt, plans: JSON.stringify(plans) })
      .execute();
    const given = credits === 'none' ? { freeMessages: 0, icebreakerCredits: 0, likeCredits: 0 } : {};
    const member = {
      accountId,
      flow: { ...flow, ...given },
      screenName: makeUpScreenName(staff.language),
      gender,
      age: AGE,
      ...(await findLargestPlace(tx, brand.settings.country)),
      walks: true,
    };
    for (const { created } of app.accountHandlers) await created?.(context, tx, member);
    await enqueue(tx, endWalkJob, { brandId, accountId }, { runAt: endsAt });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staff.staffId },
      action: 'flow.walked',
      subject: flowId,
      details: { level, credits },
      ip: staff.ip,
    });
  });
  const link = { purpose: 'walk', brandId, subject: accountId, validFor: LINK_VALID } as const;
  const token = await app.links.make(link);
  return {
    address: `${origin}/autologin?${String(new URLSearchParams({ walk: '1', token }))}`,
    endsAt: endsAt.getTime(),
  };
}

/** Where most people of the country are, so that there are people to look at. */
async function findLargestPlace(db: DbOrTx, country: Country) {
  const place = await db
    .selectFrom('place')
    .select(['region', 'name as city'])
    .where('country', '=', country)
    .orderBy('population', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { region: place?.region ?? null, city: place?.city ?? null };
}
