import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  WaitingConversation,
  listQueue as listQueueEndpoint,
  claimConversation as claimEndpoint,
  claimNext as nextEndpoint,
  releaseConversation as releaseConversationEndpoint,
} from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { coverPhones } from '../cover-phones.ts';
import { previewOf } from '../describe-message.ts';
import {
  countQueue,
  readQueue,
  isWaiting,
  readWaiting,
  claimWaiting,
  claimLongestWaiting,
  releaseClaim,
} from './queue.sql.ts';
import type { WaitingRow } from './queue.sql.ts';
import type { ClaimRow } from './conversation.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { atBrandOf, atBrand } from '../../brands/staff-context.ts';
import { describeParticipant } from '../../profiles/profile-summary.ts';
import { CLAIM_SECONDS } from '../../../contract/kernel/constants.ts';
import { SECOND } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';

const PAGE = 50;

/** Who waits for an answer of the staff, in all brands or in one. */
export async function listQueue(
  context: StaffContext,
  { brand, after }: InputOf<typeof listQueueEndpoint>,
): Promise<ReplyOf<typeof listQueueEndpoint>> {
  const { db, clock } = context;
  const brandId = brandIdOf(context, brand);
  const place = { brandId, after: decodeCursor(after), limit: PAGE + 1 };
  const rows = await readQueue(db, place, clock.now());
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    waiting: shown.map((row) => describeWaiting(context, row)),
    next: last ? encodeCursor({ at: last.since, id: last.id }) : null,
    total: await countQueue(db, brandId),
  };
}

/** Undefined for all of them. */
function brandIdOf({ brands }: StaffContext, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  return brands.byKey(key)?.id ?? fail('request.not_found');
}

function describeWaiting(context: StaffContext, row: WaitingRow): WaitingConversation {
  const inside = atBrandOf(context, row.brand_id);
  const text = row.phone_covered ? coverPhones(row.body) : row.body;
  return {
    brand: inside.brand.key,
    id: row.id,
    profile: describeParticipant(inside, row.profile),
    member: describeParticipant(inside, row.member),
    waitingSince: row.since.getTime(),
    preview: previewOf(text),
    claim: describeClaim(row),
  };
}

export function describeClaim(row: ClaimRow): WaitingConversation['claim'] {
  const { claimed_by: staffId, claimed_name: name, claimed_until: until } = row;
  if (staffId === null || name === null || until === null) return null;
  return { staffId, name, until: until.getTime() };
}

/** What a host has from now on, unless he writes or gives it back. */
export function newClaim({ staffId, clock }: StaffContext) {
  const now = clock.now();
  return { staffId, now, until: new Date(now.getTime() + CLAIM_SECONDS * SECOND) };
}

/** Gives the host the conversation that has waited longest of those that nobody has. */
export async function claimNext(
  context: StaffContext,
  { brand }: InputOf<typeof nextEndpoint>,
): Promise<ReplyOf<typeof nextEndpoint>> {
  const brandId = brandIdOf(context, brand);
  const claim = newClaim(context);
  const row = await transact(context.db, async (tx) => {
    const taken = await claimLongestWaiting(tx, brandId, claim);
    return taken && readWaiting(tx, taken, claim.now);
  });
  return { conversation: row ? describeWaiting(context, row) : null };
}

/** Gives the host this very conversation, or leaves it with him for longer. One in which nobody waits is not found. */
export async function claimConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof claimEndpoint>,
): Promise<ReplyOf<typeof claimEndpoint>> {
  const { db, brandId } = atBrand(context, brand);
  const claim = newClaim(context);
  if (await claimWaiting(db, { brandId, id }, claim)) return { until: claim.until.getTime() };
  return fail((await isWaiting(db, { brandId, id })) ? 'queue.taken' : 'request.not_found');
}

/** Gives a conversation back. Where the host has none to give, nothing changes. */
export async function releaseConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof releaseConversationEndpoint>,
): Promise<ReplyOf<typeof releaseConversationEndpoint>> {
  const { db, brandId, staffId } = atBrand(context, brand);
  await releaseClaim(db, { brandId, id }, staffId);
  return { ok: true };
}
