import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect } from 'vitest';
import { CLAIM_SECONDS } from '../../contract/kernel/constants.ts';
import type { StaffContext } from '../../server/app.ts';
import { sendMessage } from '../../server/messaging/sending.ts';
import { SECOND } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { newId } from '../../server/platform/ids.ts';
import type { Realtime } from '../../server/platform/realtime/realtime.ts';
import type { StaffLive } from '../../server/platform/realtime/staff-live.ts';
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

/**
 * So many profiles of the staff owe the member an answer, each for a millisecond less than the one before. All is stored
 * at once; a conversation has the id of its profile.
 */
export async function oweAnswers(member: Member, count: number, from: Date): Promise<void> {
  const { app, brandId, profileId, brand } = member;
  const ids = Array.from({ length: count }, () => newId());
  const [first, at] = [
    sql`${profileId}::uuid`,
    sql`${from}::timestamptz + (n - 1) * interval '1 millisecond'`,
  ];
  const insert = async (into: string, values: RawBuilder<unknown>) => {
    await sql`insert into ${sql.raw(into)} select ${brandId}::uuid, ${values}
      from unnest(${ids}::uuid[]) with ordinality as other (id, n)`.execute(app.db);
  };
  await insert(
    'profile (brand_id, id, kind, status, moderated_at, gender, screen_name, country)',
    sql`id, 'staff', 'visible', ${from}::timestamptz, 'female', 'Luna', ${brand.settings.country}`,
  );
  await insert(
    'conversation (brand_id, id, low_id, high_id)',
    sql`id, least(id, ${first}), greatest(id, ${first})`,
  );
  const inbox = 'inbox (brand_id, conversation_id, owner_id, other_id, pays, last_number, last_at)';
  await insert(inbox, sql`id, ${first}, id, true, 1, ${at}`);
  await insert(inbox, sql`id, id, ${first}, false, 1, ${at}`);
  await insert(
    'message (brand_id, conversation_id, id, number, from_id, body, at)',
    sql`id, id, 1, ${first}, 'Ciao', ${at}`,
  );
  await insert(
    'waiting_reply (brand_id, conversation_id, profile_id, kind, since)',
    sql`id, id, 'staff', ${at}`,
  );
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

/** Records what consoles of hosts are told. */
export function recordChanges(known: StaffLive) {
  const told: [change: string, id: string | null, staffId: string | null][] = [];
  const staffLive: StaffLive = {
    ...known,
    emit(right, { change, id, staffId }) {
      if (right === 'conversations.answer') told.push([change, id, staffId]);
    },
  };
  return { told, staffLive };
}
