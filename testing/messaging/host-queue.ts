import { expect } from 'vitest';
import { CLAIM_SECONDS } from '#contract/kernel/constants.ts';
import type { StaffContext } from '#server/app.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Realtime } from '#server/platform/realtime/realtime.ts';
import type { StaffLive } from '#server/platform/realtime/staff-live.ts';
import { atWork } from '../staff/staff.ts';
import { withServices } from '../world.ts';
import type { Member, World } from '../world.ts';
import { storeWaitingConversations } from './waiting-conversations.ts';

export const failing = (code: string) => expect.objectContaining({ code });
export const host = (world: World, name = 'Ines') => atWork(world, { role: 'host', name });
export const claimTime = CLAIM_SECONDS * SECOND;

/** A member who can pay writes to a profile. Answers with where that can be answered. */
export async function write(member: Member, profileId: string, text = 'Ciao, come stai?') {
  await sendMessage(member, { profileId, text });
  const { conversation_id: id } = await member.app.db
    .selectFrom('inbox')
    .select('conversation_id')
    .where('owner_id', '=', member.profileId)
    .where('other_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return { brand: member.brand.key, id };
}

/** So many profiles of the staff owe the member an answer, each for a millisecond less than the one before. */
export async function oweAnswers(member: Member, count: number, from: Date): Promise<void> {
  const { app, brandId, profileId, brand } = member;
  const { country } = brand.settings;
  await storeWaitingConversations(app.db, { brandId, country, profileId, count, from });
}

export async function waitingRows(db: Database) {
  return db.selectFrom('waiting_reply').selectAll().orderBy('since').execute();
}

/** Records what is emitted to whom, in the place of browsers. */
export function listening(context: StaffContext) {
  const events: { to: readonly string[]; event: string; payload: unknown }[] = [];
  const realtime: Realtime = {
    ...context.app.realtime,
    hasListeners: () => true,
    emit: (to, { name: event }, payload) => void events.push({ to: to.accountIds, event, payload }),
  };
  return { events, context: withServices(context, { realtime }) };
}

/** Records what consoles of hosts receive. */
export function recordChanges(known: StaffLive) {
  const events: [change: string, id: string | null, staffId: string | null][] = [];
  const staffLive: StaffLive = {
    ...known,
    emit(right, { change, id, staffId }) {
      if (right === 'conversations.answer') events.push([change, id, staffId]);
    },
  };
  return { events, staffLive };
}
