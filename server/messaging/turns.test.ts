import { TURNS_BEFORE_LIKES } from '#contract/kernel/constants.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { failing } from '#testing/messaging/host-queue.ts';
import { grant } from '#testing/messaging/sending.ts';
import type { Member } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { readMessages } from './reading.ts';
import { like, sendAsProfile, sendMessage } from './sending.ts';
import { closeKindly } from './turns.ts';
import { unsendMessage } from './unsending.ts';

const say = (from: Member, { profileId }: Pick<Member, 'profileId'>, text: string) =>
  sendMessage(from, { profileId, text });
const owedBy = async (reader: Member) => {
  const { rows, owed } = await listConversations(reader, {});
  return [owed, rows.filter((row) => row.owed).map(({ profileId }) => profileId)];
};
const close = (by: Member, { profileId }: Pick<Member, 'profileId'>, id = newId()) =>
  closeKindly(by, { profileId, id });

test('a conversation waits for the member who did not have the last word, as far as they may read it', async ({
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  await grant(marco, 'message', 5);
  await say(marco, anna, 'Ciao');
  expect(await owedBy(anna)).toEqual([1, [marco.profileId]]);
  expect(await owedBy(marco)).toEqual([0, []]);
  await say(anna, marco, 'Ciao a te');
  // Marco pays, and at level 0 cannot read it: what cannot be read is not owed an answer.
  expect(await owedBy(anna)).toEqual([0, []]);
  expect(await owedBy(marco)).toEqual([0, []]);
  await marco.app.db.updateTable('account').set({ level: 2 }).where('id', '=', marco.accountId).execute();
  expect(await owedBy(marco)).toEqual([1, [anna.profileId]]);
});

test('a kind close is one friendly sentence, which costs nothing and is withheld from no member', async ({
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  await grant(anna, 'message', 1);
  await say(anna, marco, 'Ciao');
  await say(marco, anna, 'Ciao, come stai?');
  // Anna began and has no credit left: the sentence costs none.
  const id = newId();
  await expect(close(anna, marco)).resolves.toMatchObject({ sentence: expect.stringMatching(/sincer/) });
  await say(marco, anna, 'Peccato!');
  expect(await owedBy(anna)).toEqual([0, []]);
  const [other, eva] = [await world.member(), await world.member({ gender: 'female' })];
  await grant(eva, 'message', 1);
  await say(eva, other, 'Ciao');
  const { sentence } = await close(other, eva, id);
  const again = await Promise.all([close(other, eva, id), close(other, eva, id)]);
  expect(again.map((each) => each.sentence)).toEqual([null, null]);
  const { messages } = await readMessages(eva, { profileId: other.profileId });
  expect(messages.map(({ text, blurred }) => [text, blurred])).toEqual([
    ['Ciao', null],
    [sentence, null],
  ]);
  const spent = await db
    .selectFrom('ledger_entry')
    .select('amount')
    .where('account_id', 'in', [anna.accountId, eva.accountId])
    .where('reason', '=', 'message')
    .execute();
  expect(spent).toEqual([{ amount: -1 }, { amount: -1 }]);
});

test('what comes after a kind close is owed no answer, until one writes again; and it can be taken back', async ({
  world,
}) => {
  const [marco, anna] = [await world.member({ level: 2 }), await world.member({ gender: 'female' })];
  await say(marco, anna, 'Ciao');
  const id = newId();
  await close(anna, marco, id);
  await unsendMessage(anna, { profileId: marco.profileId, id });
  expect(await owedBy(anna)).toEqual([1, [marco.profileId]]);
  await close(anna, marco);
  await say(marco, anna, 'Sicura?');
  expect(await owedBy(anna)).toEqual([0, []]);
  await say(anna, marco, 'Forse no');
  await say(marco, anna, 'Bene');
  expect(await owedBy(anna)).toEqual([1, [marco.profileId]]);
});

test('a profile of ours is left without a sentence, and no host is asked to read one', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  await say(marco, { profileId: luna }, 'Ciao');
  await sendAsProfile(app, marco.brand, {
    fromId: luna,
    toId: marco.profileId,
    id: newId(),
    text: 'Ciao a te',
    writtenBy: 'staff:test',
  });
  expect(await owedBy(marco)).toEqual([1, [luna]]);
  expect(await close(marco, { profileId: luna })).toEqual({ result: 'OK', sentence: null });
  expect(await owedBy(marco)).toEqual([0, []]);
  const waiting = await db
    .selectFrom('waiting_reply')
    .select('since')
    .where('profile_id', '=', luna)
    .execute();
  expect(waiting).toEqual([]);
});

test('from so many members on who wait, a new like waits too: until one is answered or kindly left', async ({
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const liked = await world.profile();
  const waiting: Member[] = [];
  for (let count = 0; count < TURNS_BEFORE_LIKES; count += 1) {
    const writer = await world.member({ gender: 'female', level: 2 });
    await say(writer, marco, 'Ciao');
    waiting.push(writer);
  }
  await expect(like(marco, { profileId: liked })).rejects.toEqual(failing('like.turns_wait'));
  await close(marco, waiting[0]!);
  expect(await like(marco, { profileId: liked })).toMatchObject({ matched: false });
});
