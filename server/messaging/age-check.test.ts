import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { answerAs, giveMessageCredits } from '#testing/messaging/write-messages.ts';
import type { Member } from '#testing/world.ts';
import { readOwnMessages } from './account-handlers.ts';
import { listConversations } from './conversation-list.ts';
import { readMessages } from './reading.ts';
import { sendMessage } from './sending.ts';

/** The demo's flow that asks for the age. */
const ASKING = '12';
const WORDS = 'Ci vediamo in piazza';

/** What a member reads of the answer, in the conversation, in the list and in the copy of their data. */
async function wordsSeen(marco: Member, profileId: string) {
  const { messages } = await readMessages(marco, { profileId });
  const list = await listConversations(marco, {});
  const copy = await readOwnMessages(marco.app.db, marco.brandId, marco.accountId);
  return {
    message: messages.at(-1)?.text,
    blurred: messages.at(-1)?.blurred !== null,
    preview: list.rows.find((row) => row.profileId === profileId)?.text,
    copied: copy.some(({ text }) => text === WORDS),
  };
}
const kept = { message: '', blurred: true, preview: '', copied: false };
const shown = { message: WORDS, blurred: false, preview: WORDS, copied: true };

async function talkedTo(marco: Member, profileId: string): Promise<void> {
  await giveMessageCredits(marco, 100);
  await sendMessage(marco, { profileId, text: 'Buonasera' });
  await answerAs({ from: profileId, to: marco }, WORDS);
}

test('until the age is shown replies stay blurred whatever the level, in flows that ask for it', async ({
  db,
  world,
}) => {
  const profileId = await world.profile();
  for (const level of [1, 2] as const) {
    const marco = await world.member({ flowId: ASKING, level });
    await talkedTo(marco, profileId);
    expect(await wordsSeen(marco, profileId)).toEqual(kept);
    const show = (at: Date | null) =>
      db.updateTable('account').set({ age_verified_at: at }).where('id', '=', marco.accountId).execute();
    await show(new Date());
    expect(await wordsSeen(marco, profileId)).toEqual(shown);
    const other = await world.member({ level });
    await talkedTo(other, profileId);
    expect(await wordsSeen(other, profileId)).toEqual(shown);
  }
  // The age opens nothing that the level does not.
  const free = await world.member({ flowId: ASKING });
  await talkedTo(free, profileId);
  await db
    .updateTable('account')
    .set({ age_verified_at: new Date() })
    .where('id', '=', free.accountId)
    .execute();
  expect(await wordsSeen(free, profileId)).toEqual(kept);
});

test('what a flow begins to ask, or another flow, counts at once', async ({ db, world }) => {
  const profileId = await world.profile();
  const marco = await world.member({ level: 2 });
  await talkedTo(marco, profileId);
  const moveTo = (flow_id: string) =>
    db.updateTable('account').set({ flow_id }).where('id', '=', marco.accountId).execute();
  await moveTo(ASKING);
  expect(await wordsSeen(marco, profileId)).toEqual(kept);
  const ask = (asks: boolean) =>
    sql`update flow set settings = settings || jsonb_build_object('ageVerification', ${asks}::boolean)
      where brand_id = ${marco.brandId}::uuid and id = ${ASKING}`.execute(db);
  await ask(false);
  expect(await wordsSeen(marco, profileId)).toEqual(shown);
  await ask(true);
  expect(await wordsSeen(marco, profileId)).toEqual(kept);
  await moveTo('7');
  expect(await wordsSeen(marco, profileId)).toEqual(shown);
});
