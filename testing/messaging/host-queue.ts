import { expect } from 'vitest';
import { CLAIM_SECONDS } from '../../contract/kernel/constants.ts';
import type { StaffContext } from '../../server/app.ts';
import { sendMessage } from '../../server/messaging/sending.ts';
import { SECOND } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { Realtime } from '../../server/platform/realtime/realtime.ts';
import { atWork } from '../staff/staff.ts';
import { withServices } from '../world.ts';
import type { Member, World } from '../world.ts';

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

export async function waitingRows(db: Database) {
  return db.selectFrom('waiting_reply').selectAll().orderBy('since').execute();
}

/** Records what is emitted to whom, in the place of browsers. */
export function listening(context: StaffContext) {
  const told: { to: readonly string[]; event: string; payload: unknown }[] = [];
  const realtime: Realtime = {
    ...context.app.realtime,
    hasListeners: () => true,
    emit: (to, { name: event }, payload) => void told.push({ to: to.accountIds, event, payload }),
  };
  return { told, context: withServices(context, { realtime }) };
}
