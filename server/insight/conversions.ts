/** What became of the visitors whom adverts brought: each fact once, and who is to be told of it. */

import { sql } from 'kysely';
import type { PostbackTarget } from '../../contract/insight/postbacks.ts';
import type { App } from '../app.ts';
import type { Conversion } from '../platform/analytics-events.ts';
import { DAY } from '../platform/clock.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { postbacksDue } from './postbacks.ts';

/** As long as the events of the funnel. */
export const CONVERSIONS_KEPT = 400 * DAY;

interface Attributed {
  id: string;
  source: string;
  campaign_id: string | null;
  /** It happened to somebody who came with the id of a click. */
  clicked: boolean;
}

/** Stores a fact with how the member had come, and puts what networks are told of it into the outbox. */
export async function handleConversion(app: App, happened: Conversion): Promise<void> {
  const brand = app.brands.byId(happened.brandId);
  if (!brand) throw new Error('the brand of a conversion is not known here yet');
  await transact(app.db, async (tx) => {
    const conversion = await insertConversion(tx, happened);
    // Known already, or nobody is left to whom it happened.
    if (!conversion?.clicked) return;
    const targets = brand.settings.postbacks.filter(
      (target) => happened.fact in target.events && concerns(target, conversion),
    );
    if (targets.length === 0) return;
    const now = app.clock.now();
    await tx
      .insertInto('postback')
      .values(
        targets.map(({ name }) => ({
          brand_id: happened.brandId,
          id: newId(),
          conversion_id: conversion.id,
          target: name,
          next_at: now,
          created_at: now,
        })),
      )
      .execute();
    await enqueue(tx, postbacksDue, {}, { key: 'now' });
  });
}

function concerns({ sources, campaigns }: PostbackTarget, { source, campaign_id: campaign }: Attributed) {
  return sources.includes(source) || (campaign !== null && campaigns.includes(campaign));
}

async function insertConversion(tx: Tx, happened: Conversion): Promise<Attributed | undefined> {
  const { brandId, fact, subjectId, accountId, purchaseId, amountCents, at } = happened;
  const { rows } = await sql<Attributed>`
    with came as (
      select a.brand_id, a.id, coalesce(r.source, '') as source, r.campaign_id, r.click_campaign, r.click_id
      from account a left join arrival r on r.brand_id = a.brand_id and r.account_id = a.id
      where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid
    ), stored as (
      insert into conversion (brand_id, id, fact, subject_id, account_id, purchase_id, amount_cents, source, campaign_id,
        click_campaign, at)
      select brand_id, ${newId()}::uuid, ${fact}, ${subjectId}::uuid, id, ${purchaseId}::uuid, ${amountCents}::int, source,
        campaign_id, click_campaign, ${at}::timestamptz from came
      on conflict (brand_id, fact, subject_id) do nothing
      returning id, source, campaign_id
    )
    select stored.*, came.click_id is not null as clicked from stored cross join came`.execute(tx);
  return rows[0];
}

export async function deleteOldConversions({ db, clock }: App): Promise<void> {
  await db
    .deleteFrom('conversion')
    .where('at', '<', new Date(clock.now().getTime() - CONVERSIONS_KEPT))
    .execute();
}
