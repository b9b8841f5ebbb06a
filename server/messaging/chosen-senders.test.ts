import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { profiles } from '#server/profiles/module.ts';
import { endPause, readSafety, saveSafety, startPause } from '#server/profiles/safety.ts';
import { expect, test } from '#testing/harness.ts';
import { creditsOf, grant } from '#testing/messaging/sending.ts';
import type { Member, World } from '#testing/world.ts';
import { readMessages } from './reading.ts';
import { decide, sendAsProfile, sendMessage } from './sending.ts';

const CLOSED = { code: 'chat.closed' };

const couple = async (world: World) =>
  [await world.member(), await world.member({ gender: 'female', level: 2 })] as const;

const write = (from: Member, to: Member | string, text = 'Ciao') =>
  sendMessage(from, { profileId: typeof to === 'string' ? to : to.profileId, text });
const closedTo = async (reader: Member, other: Member) =>
  (await readMessages(reader, { profileId: other.profileId })).conversation.closed;

/** The first photo of this profile is one that a moderator has compared with its owner. */
async function verifyPhoto({ app: { db }, brandId, profileId }: Member): Promise<void> {
  const id = newId();
  const photo = { brand_id: brandId, id, profile_id: profileId, position: 0, status: 'approved' as const };
  await db
    .insertInto('photo')
    .values({ ...photo, width: 40, height: 40, widths: [40] })
    .execute();
  await db.updateTable('profile').set({ verified_photo_id: id }).where('id', '=', profileId).execute();
}

test('a member who takes messages only from people they know gets no others, and a refused sender does not pay', async ({
  world,
}) => {
  const [marco, anna] = await couple(world);
  await grant(marco, 'message', 5);
  expect(await readSafety(anna)).toEqual({ messagesFrom: 'everybody', staffMessages: true });
  const { settings } = await saveSafety(anna, { messagesFrom: 'known' });
  expect(settings).toEqual({ messagesFrom: 'known', staffMessages: true });
  expect(await closedTo(marco, anna)).toBe('known');
  await expect(write(marco, anna)).rejects.toMatchObject(CLOSED);
  const luca = await world.member({ level: 1, flowId: '13' });
  const invitation = { profileId: anna.profileId, verdict: 'like', invitation: 'Ti va?' } as const;
  await expect(decide(luca, invitation)).rejects.toMatchObject(CLOSED);
  expect(await creditsOf(marco)).toEqual({ message: 5, icebreaker: 0 });
  await likePerson(anna, { profileId: marco.profileId });
  expect(await closedTo(marco, anna)).toBeNull();
  await write(marco, anna);
});

test('a member who was written to may answer, also after the writer has restricted who may write', async ({
  world,
}) => {
  const [marco, anna] = await couple(world);
  await write(anna, marco, 'Ciao Marco');
  await saveSafety(anna, { messagesFrom: 'known' });
  await write(marco, anna, 'Ciao Anna');
  expect(await write(marco, anna, 'Che fai?')).toMatchObject({ number: 3 });
});

test('a verified photo opens the door where that is asked for', async ({ world }) => {
  const [marco, anna] = await couple(world);
  await grant(marco, 'message', 5);
  await saveSafety(anna, { messagesFrom: 'verified' });
  expect(await closedTo(marco, anna)).toBe('verified');
  await expect(write(marco, anna)).rejects.toMatchObject(CLOSED);
  await verifyPhoto(marco);
  await write(marco, anna);
});

test('profiles of the staff answer, and do not write first, where they are not wanted', async ({
  app,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const reply = (text: string) =>
    sendAsProfile(app, marco.brand, {
      fromId: luna,
      toId: marco.profileId,
      id: newId(),
      text,
      writtenBy: 'staff:test',
    });
  await reply('Ciao!');
  await saveSafety(marco, { staffMessages: false });
  await expect(reply('Ci sei?')).rejects.toMatchObject(CLOSED);
  await write(marco, luna, 'Eccomi');
  await reply('Che bello');
  await expect(reply('E allora?')).rejects.toMatchObject(CLOSED);
  await saveSafety(marco, { staffMessages: true });
  await reply('E allora?');
});

test('a break hides a member and closes their conversations until it is over; their plan goes on', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = await couple(world);
  await grant(marco, 'message', 5);
  await write(marco, anna);
  const stateOf = async () =>
    db
      .selectFrom('profile as p')
      .innerJoin('account as a', 'a.id', 'p.account_id')
      .select(['p.status', 'a.level'])
      .where('p.id', '=', anna.profileId)
      .executeTakeFirstOrThrow();
  const { user } = await startPause(anna, { days: 7 });
  expect(user.pause).toEqual({
    since: app.clock.now().getTime(),
    until: app.clock.now().getTime() + 7 * DAY,
  });
  expect(await stateOf()).toEqual({ status: 'hidden', level: 2 });
  expect(await closedTo(marco, anna)).toBe('paused');
  await expect(write(marco, anna)).rejects.toMatchObject(CLOSED);
  await expect(write(anna, marco)).rejects.toMatchObject({ code: 'account.paused' });
  const endPauses = async () => {
    for (const { run } of profiles.jobs.filter((job) => job.kind.id === 'profiles.endDuePauses'))
      await run(app, {}, { attempt: 1, last: false, signal: new AbortController().signal });
  };
  await endPauses();
  expect(await stateOf()).toMatchObject({ status: 'hidden' });
  app.clock.advance(7 * DAY);
  await endPauses();
  expect(await stateOf()).toMatchObject({ status: 'visible' });
  await write(anna, marco);

  await startPause(anna, { days: null });
  app.clock.advance(400 * DAY);
  await endPauses();
  expect(await stateOf()).toMatchObject({ status: 'hidden' });
  expect((await endPause(anna)).user.pause).toBeNull();
  expect(await stateOf()).toMatchObject({ status: 'visible' });
});

test('the receiver of a message that asks for money is warned, and its sender learns nothing of it', async ({
  world,
}) => {
  const [marco, anna] = await couple(world);
  await write(anna, marco, 'Ciao Marco');
  await write(marco, anna, 'Mi puoi mandare 200 euro con Postepay?');
  await write(marco, anna, 'Oppure scrivimi su Telegram');
  const warnings = async (reader: Member, other: Member) =>
    (await readMessages(reader, { profileId: other.profileId })).messages.map(({ warning }) => warning);
  expect(await warnings(anna, marco)).toEqual([null, 'money', 'contact']);
  expect(await warnings(marco, anna)).toEqual([null, null, null]);
});
