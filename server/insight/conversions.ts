/** What became of the visitors who came by adverts: each fact once, and which networks get a report of it. */

import { sql } from 'kysely';
import type { ConversionFact, PostbackTarget } from '#contract/insight/postbacks.ts';
import { conversionEvents } from '#server/analytics/events.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { POSTBACKS } from './postbacks.ts';

/** As long as the events of the funnel. */
export const CONVERSIONS_KEPT = 400 * DAY;

/** So many at once, and how far back events are looked at that a transaction may have committed late. */
const BATCH = 500;
const LATE = 10 * MINUTE;
/** How far back the first run of a brand looks. */
const FIRST_LOOK = DAY;

interface Attributed {
  brand_id: string;
  id: string;
  fact: ConversionFact;
  source: string;
  campaign_id: string | null;
  /** It is about a member who came with the id of a click. */
  clicked: boolean;
}

/**
 * Stores the facts that events report since the last run, each with how the member had come, and puts the reports to networks
 * into the outbox. An event costs no job of its own, so a payment pays for none.
 */
export async function storeConversions(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  for (const brand of app.brands.all()) while (!signal.aborted && (await storeBatch(app, brand)) === BATCH);
}

function storeBatch(app: App, { id: brandId, settings: { postbacks } }: Brand): Promise<number> {
  return transact(app.db, async (tx) => {
    const now = app.clock.now();
    const stored = await insertConversions(tx, brandId, now);
    const reported = stored
      .filter(({ clicked }) => clicked)
      .flatMap((conversion) =>
        postbacks
          .filter((target) => conversion.fact in target.events && concerns(target, conversion))
          .map(({ name }) => ({
            brand_id: brandId,
            id: newId(),
            conversion_id: conversion.id,
            target: name,
            work_at: now,
            created_at: now,
          })),
      );
    if (reported.length > 0) {
      await tx.insertInto('postback').values(reported).execute();
      wakeQueue(tx, POSTBACKS);
    }
    return stored.length;
  });
}

function concerns({ sources, campaigns }: PostbackTarget, { source, campaign_id: campaign }: Attributed) {
  return sources.includes(source) || (campaign !== null && campaigns.includes(campaign));
}

/** In the order of time. Those whose member is gone are passed over. */
async function insertConversions(tx: Tx, brandId: string, now: Date): Promise<Attributed[]> {
  const facts = Object.keys(conversionEvents);
  const types = Object.values(conversionEvents);
  const { rows } = await sql<Attributed>`
    with since as (
      select coalesce(
        (select max(at) - ${LATE / 1_000} * interval '1 second' from conversion where brand_id = ${brandId}::uuid),
        ${new Date(now.getTime() - FIRST_LOOK)}::timestamptz) as at
    ), fresh as (
      select distinct on (fact, subject_id) f.fact, (e.details->>'subjectId')::uuid as subject_id, e.account_id,
        (e.details->>'purchaseId')::uuid as purchase_id, coalesce((e.details->>'amountCents')::integer, 0) as cents, e.at
      from unnest(${facts}::text[], ${types}::text[]) as f (fact, type)
      join event e on e.brand_id = ${brandId}::uuid and e.type = f.type and e.at >= (select at from since)
        and e.account_id is not null and e.details ? 'subjectId'
      where not exists (
        select from conversion c
        where c.brand_id = ${brandId}::uuid and c.fact = f.fact and c.subject_id = (e.details->>'subjectId')::uuid)
    ), came as (
      select fresh.*, coalesce(r.source, '') as source, r.campaign_id, r.click_campaign, r.click_id
      from fresh join account a on a.brand_id = ${brandId}::uuid and a.id = fresh.account_id
      left join arrival r on r.brand_id = a.brand_id and r.account_id = a.id
      order by fresh.at, fresh.fact limit ${BATCH}
    ), stored as (
      insert into conversion (brand_id, id, fact, subject_id, account_id, purchase_id, amount_cents, source, campaign_id,
        click_campaign, at)
      select ${brandId}::uuid, gen_random_uuid(), fact, subject_id, account_id, purchase_id, cents, source, campaign_id,
        click_campaign, at from came
      on conflict (brand_id, fact, subject_id) do nothing
      returning brand_id, id, fact, subject_id, source, campaign_id
    )
    select stored.brand_id, stored.id, stored.fact, stored.source, stored.campaign_id, came.click_id is not null as clicked
    from stored join came using (fact, subject_id)
    order by came.at, array_position(${facts}::text[], fact)`.execute(tx);
  return rows;
}

export async function deleteOldConversions({ db, clock }: App): Promise<void> {
  await db
    .deleteFrom('conversion')
    .where('at', '<', new Date(clock.now().getTime() - CONVERSIONS_KEPT))
    .execute();
}
