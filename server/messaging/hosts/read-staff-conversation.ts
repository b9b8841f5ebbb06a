import { MESSAGES_PER_PAGE } from '../../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { readStaffConversation as endpoint } from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { coverPhones } from '../cover-phones.ts';
import { readAsProfile } from '../read-as-profile.ts';
import { decodeNumberCursor } from '../../platform/cursor.ts';
import { readStaffConversationRow, readStaffMessages } from './conversation-queries.ts';
import type { StaffConversationRow, StaffMessageRow } from './conversation-queries.ts';
import { atBrand } from '../../brands/staff-context.ts';
import { describeClaim } from './list-queue.ts';
import { describeParticipant } from '../../profiles/participants.ts';

type Reply = ReplyOf<typeof endpoint>;

/** What was said between a profile of the staff's and a member, as the profile sees it. */
export async function readStaffConversation(
  context: StaffContext,
  { brand, id, before }: InputOf<typeof endpoint>,
): Promise<Reply> {
  const inside = atBrand(context, brand);
  const { db, brandId, clock } = inside;
  const key = { brandId, id };
  const page = { before: decodeNumberCursor(before), limit: MESSAGES_PER_PAGE + 1 };
  const row = (await readStaffConversationRow(db, key, clock.now())) ?? fail('request.not_found');
  const newestFirst = await readStaffMessages(db, key, row.profile.profileId, page);
  const shown = newestFirst.slice(0, MESSAGES_PER_PAGE);
  const newest = shown[0]?.number ?? 0;
  // Only who is going to answer has read it for the profile; others have a look.
  if (row.claimed_by === inside.staffId && newest > row.profile_read_to)
    await readAsProfile(inside, inside.brand, {
      profileId: row.profile.profileId,
      otherId: row.member.profileId,
      readTo: newest,
    });
  const oldest = newestFirst.length > shown.length ? shown.at(-1) : undefined;
  return {
    profile: describeParticipant(inside, row.profile),
    member: describeParticipant(inside, row.member),
    messages: shown.toReversed().map((message) => describeMessage(message, row)),
    next: oldest ? String(oldest.number) : null,
    waitingSince: row.since?.getTime() ?? null,
    claim: describeClaim(row),
  };
}

function describeMessage(message: StaffMessageRow, row: StaffConversationRow): Reply['messages'][number] {
  const { id, number, from_id, body, phone_covered, at, photo } = message;
  const isOurs = from_id === row.profile.profileId;
  return {
    id,
    number,
    from: isOurs ? 'profile' : 'member',
    text: phone_covered && !isOurs ? coverPhones(body) : body,
    at: at.getTime(),
    read: number <= (isOurs ? row.member_read_to : row.profile_read_to),
    photo,
  };
}
