import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { WaitingConversation, listQueue as endpoint } from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { coverPhones } from '../cover-phones.ts';
import { previewOf } from '../preview.ts';
import { countQueue, readQueue } from './queue-queries.ts';
import type { ClaimRow } from './conversation-queries.ts';
import type { WaitingRow } from './queue-queries.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { atBrandOf } from '../../brands/staff-context.ts';
import { describeParticipant } from '../../profiles/participants.ts';

const PAGE = 50;

/** Who waits for an answer of the staff, in all brands or in one. */
export async function listQueue(
  context: StaffContext,
  { brand, after }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
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
export function brandIdOf({ brands }: StaffContext, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  return brands.byKey(key)?.id ?? fail('request.not_found');
}

export function describeWaiting(context: StaffContext, row: WaitingRow): WaitingConversation {
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
