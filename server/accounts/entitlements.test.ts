import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { readNavigation } from '#server/feed/navigation.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { newId } from '#server/platform/ids.ts';
import { setCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { creditsOf } from '#testing/messaging/sending.ts';
import { describeUser } from './describe-user.ts';

// The flow of the brand asks 10 credits a message of those who pay, sells read receipts, and limits no pages.
test.for([
  [0, { messageCost: 1, likeCost: 1, boundToRegion: true, searchPages: null, receiptsSold: true }],
  [1, { messageCost: 10, likeCost: 0, boundToRegion: true, searchPages: null, receiptsSold: false }],
  [2, { messageCost: 0, likeCost: 0, boundToRegion: false, searchPages: null, receiptsSold: false }],
] as const)('a browser learns what level %i opens and costs', async ([level, entitlements], { world }) => {
  const marco = await world.member({ level });
  expect((await describeUser(marco, marco.accountId)).entitlements).toEqual(entitlements);
});

test('what a flow limits and sells it does to those who have not paid', async ({ world }) => {
  const brand = world.brand();
  const flow = { ...brand.flows.get('7')!, freePages: 3, paywalls: { read_receipts: {} } };
  const limited = { ...brand, flows: new Map([...brand.flows, ['7', flow]]) };
  const [free, paying] = [await world.member(), await world.member({ level: 1 })];
  const shownTo = async (member: typeof free) =>
    (await describeUser({ ...member, brand: limited }, member.accountId)).entitlements;
  expect(await shownTo(free)).toMatchObject({ searchPages: 3, receiptsSold: true });
  expect(await shownTo(paying)).toMatchObject({ searchPages: null, receiptsSold: false });
});

test.for([0, 1, 2] as const)('the prices shown at level %i are those charged', async (level, { world }) => {
  const marco = await world.member({ level });
  await setCredits(marco, 100);
  await setCredits(marco, 100, 'like');
  const { entitlements } = await describeUser(marco, marco.accountId);
  const profileId = await world.profile();
  await sendMessage(marco, { profileId, text: 'Ciao', id: newId() });
  expect((await creditsOf(marco)).message).toBe(100 - entitlements.messageCost);
  expect((await likePerson(marco, { profileId })).likeCredits).toBe(100 - entitlements.likeCost);
});

test.for([
  [0, 0, false],
  [0, 1, true],
  [1, 0, true],
  [2, 0, true],
] as const)('level %i with %i like credits can like: %s', async ([level, likes, affords], { world }) => {
  const marco = await world.member({ level });
  await setCredits(marco, likes, 'like');
  expect((await readNavigation(marco)).navigation.canAffordLike).toBe(affords);
  const liked = likePerson(marco, { profileId: await world.profile() });
  if (affords) await expect(liked).resolves.toMatchObject({ likeCredits: 0 });
  else await expect(liked).rejects.toMatchObject({ code: 'like.credits_short' });
});

interface Balance {
  level: 0 | 1 | 2;
  message: number;
  icebreaker: number;
  affords: boolean;
}

test.for<Balance>([
  { level: 0, message: 0, icebreaker: 0, affords: false },
  { level: 0, message: 1, icebreaker: 0, affords: true },
  { level: 0, message: 0, icebreaker: 1, affords: true },
  { level: 1, message: 9, icebreaker: 0, affords: false },
  { level: 1, message: 9, icebreaker: 1, affords: false },
  { level: 1, message: 10, icebreaker: 0, affords: true },
  { level: 2, message: 0, icebreaker: 0, affords: true },
])(
  'level $level with $message credits and $icebreaker icebreakers can write to a new person: $affords',
  async ({ level, message, icebreaker, affords }, { world }) => {
    const marco = await world.member({ level });
    await setCredits(marco, message);
    await setCredits(marco, icebreaker, 'icebreaker');
    expect((await readNavigation(marco)).navigation.canAffordMessage).toBe(affords);
    const sent = sendMessage(marco, { profileId: await world.profile(), text: 'Ciao' });
    if (affords) await expect(sent).resolves.toMatchObject({ number: 1 });
    else await expect(sent).rejects.toMatchObject({ code: 'chat.credits_short' });
  },
);
