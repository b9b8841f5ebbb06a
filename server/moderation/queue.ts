/** What waits for moderators, and who of them has it: two never have the same case. */

import { z } from 'zod';
import { MODERATION_CLAIM_SECONDS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import type {
  TakenCase,
  claimCase as claimEndpoint,
  listCases as listEndpoint,
  nextCase as nextEndpoint,
  releaseCase as releaseEndpoint,
} from '#contract/moderation/moderation.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, atBrandOf, brandIdsFor } from '#server/brands/staff-context.ts';
import { SECOND } from '#server/platform/clock.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { ageFrom } from '#server/profiles/profile-summary.ts';
import { scheduleCaseRelease } from './case-releases.ts';
import { claimFirst, lockCase, readCandidates, readCase, readCases, saveClaim } from './cases.sql.ts';
import type { CaseRow, Claim, ClaimState, Place } from './cases.sql.ts';
import { describeContent, nameOf, readContents } from './contents.ts';
import type { ContentRow } from './contents.ts';
import { readHistory } from './history.ts';
import { emitCase } from './live.ts';
import type { CaseId } from './live.ts';

const PAGE = 50;
/** So often others may be quicker before the answer is that nothing is left. */
const MOST_ATTEMPTS = 20;

const LAST_MILLISECOND = 9_999_999_999_999;
const cursor = cursorCodec<Place>(
  'after',
  z.codec(
    z.tuple([z.int().min(0).max(3), z.int().min(0).max(LAST_MILLISECOND), z.uuid()]),
    z.object({ risk: z.number(), since: z.date(), id: z.string() }),
    {
      decode: ([risk, since, id]) => ({ risk, since: new Date(since), id }),
      encode: ({ risk, since, id }): [number, number, string] => [risk, since.getTime(), id],
    },
  ),
);

export async function listCases(
  context: StaffContext,
  { kind, brand, after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { db, clock } = context.app;
  const filter = { brandIds: brandIdsFor(context, brand), kind, after: cursor.decode(after) };
  const found = await readCases(db, { ...filter, limit: PAGE + 1 }, clock.now());
  const rows = found.slice(0, PAGE);
  const contents = await readContents(db, rows, { whole: false });
  const cases = rows.flatMap((row) => {
    const content = contents.get(nameOf(row));
    return content ? [describeCase(context, row, content)] : [];
  });
  const last = found.length > PAGE ? rows.at(-1) : undefined;
  return { cases, next: last ? cursor.encode(last) : null };
}

/** Gives the moderator the first case that is free. */
export async function nextCase(
  context: StaffContext,
  { kind, brand, without = [] }: InputOf<typeof nextEndpoint>,
): Promise<ReplyOf<typeof nextEndpoint>> {
  const filter = { brandIds: brandIdsFor(context, brand), kind, without };
  const claim = newClaim(context);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const taken = await transact(context.app.db, async (tx, afterCommit) => {
      const candidates = await readCandidates(tx, filter, claim);
      if (candidates.length === 0) return null;
      const key = await claimFirst(tx, candidates, claim);
      // Others were quicker with all of these.
      if (!key) return undefined;
      await scheduleCaseRelease(tx, claim);
      afterCommit(() => emitCase(context.app, key, 'claimed', context.staffId));
      return readTaken(context, tx, key);
    });
    if (taken !== undefined) return { taken };
  }
  return { taken: null };
}

/** Gives the moderator this very case, or leaves it with them for longer. */
export async function claimCase(
  context: StaffContext,
  { brand, kind, id }: InputOf<typeof claimEndpoint>,
): Promise<ReplyOf<typeof claimEndpoint>> {
  const { brandId } = atBrand(context, brand);
  const claim = newClaim(context);
  return transact(context.app.db, async (tx, afterCommit) => {
    const state = (await lockCase(tx, { brandId, kind, id })) ?? fail('moderation.gone');
    if (state.verdict_id !== null || !state.ready) fail('moderation.gone');
    if (isTakenFrom(state, claim)) fail('moderation.taken');
    await saveClaim(tx, { brandId, kind, id }, claim);
    await scheduleCaseRelease(tx, claim);
    const isNew = state.claimed_by !== claim.staffId;
    if (isNew) afterCommit(() => emitCase(context.app, { brandId, kind, id }, 'claimed', context.staffId));
    return (await readTaken(context, tx, { brandId, kind, id })) ?? fail('moderation.gone');
  });
}

/** Gives a case back. Where the moderator has none to give, nothing changes. */
export async function releaseCase(
  context: StaffContext,
  { brand, kind, id }: InputOf<typeof releaseEndpoint>,
): Promise<ReplyOf<typeof releaseEndpoint>> {
  const { app, staffId } = context;
  const { brandId } = atBrand(context, brand);
  const released = await app.db
    .updateTable('moderation_case')
    .set({ claimed_by: null, claimed_until: null })
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('claimed_by', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  if (released) emitCase(app, { brandId, kind, id }, 'released', staffId);
  return { ok: true };
}

export function newClaim({ app: { clock }, staffId }: StaffContext): Claim {
  const now = clock.now();
  return { staffId, now, until: new Date(now.getTime() + MODERATION_CLAIM_SECONDS * SECOND) };
}

/** Whether another moderator has it. */
export function isTakenFrom({ claimed_by, claimed_until }: ClaimState, { staffId, now }: Claim): boolean {
  return claimed_by !== null && claimed_by !== staffId && claimed_until !== null && claimed_until > now;
}

async function readTaken(context: StaffContext, tx: Tx, key: CaseId): Promise<TakenCase | undefined> {
  const row = await readCase(tx, key, context.app.clock.now());
  const content = row && (await readContents(tx, [row], { whole: true })).get(nameOf(row));
  if (!content) return undefined;
  return { case: describeCase(context, row, content), history: await readHistory(tx, row) };
}

function describeCase(context: StaffContext, row: CaseRow, content: ContentRow): ModerationCase {
  const inside = atBrandOf(context, row.brand_id);
  const { kind, id, risk, signals, region, city, claimed_by, claimed_name, claimed_until } = row;
  return {
    brand: inside.brand.key,
    kind,
    id,
    version: row.version.getTime(),
    since: row.since.getTime(),
    risk,
    signals,
    person: {
      profileId: row.profile_id,
      accountId: row.account_id,
      screenName: row.screen_name,
      kind: row.profile_kind,
      age: ageFrom(row.birth_year, context.app.clock),
      region,
      city,
    },
    claim:
      claimed_by !== null && claimed_name !== null && claimed_until !== null
        ? { staffId: claimed_by, name: claimed_name, until: claimed_until.getTime() }
        : null,
    content: describeContent(inside, content),
  };
}
