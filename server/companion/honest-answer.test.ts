import { randomUUID } from 'node:crypto';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { claimConversation } from '#server/hosts/claims.ts';
import { honestAnswer } from '#server/hosts/real-question.ts';
import { replyAsProfile } from '#server/hosts/replying.ts';
import { listConversations } from '#server/messaging/conversation-list.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { setCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { startCompanionChat, withModel } from '#testing/messaging/companion.ts';
import { host, write as writeTo } from '#testing/messaging/host-queue.ts';
import { creditsOf } from '#testing/messaging/sending.ts';
import { giveMessageCredits } from '#testing/messaging/write-messages.ts';
import { words } from './script.ts';

const question: Record<Language, string> = {
  it: 'Sei una persona vera?',
  es: '¿Eres una persona de verdad?',
  fr: 'Es-tu une vraie personne ?',
  en: 'Are you a real person?',
};

test.for(LANGUAGES)('a companion says for nothing what it is, in %s', async (language, { app, world }) => {
  const { member, profileId, write, run } = await startCompanionChat(world, { level: 0, language });
  expect(await creditsOf(member)).toEqual({ message: 0, icebreaker: 0 });
  await write(question[language]);
  await run(app);
  const { messages } = await readMessages(member, { profileId });
  const answer = messages.at(-1);
  expect(answer).toMatchObject({ type: 'theirs', blurred: null });
  expect(words[language].intents.real.answers.some((line) => answer?.text.includes(line))).toBe(true);
});

test('the list shows it as well, and what is said next is paid for as ever', async ({ app, world }) => {
  const { member, profileId, write, run } = await startCompanionChat(world, { level: 0 });
  await write(question.it);
  await run(app);
  const [row] = (await listConversations(member, {})).rows;
  const { messages: said } = await readMessages(member, { profileId });
  expect(said.at(-1)?.text).toContain(row?.text);
  expect(row).toMatchObject({ profileId, text: expect.stringMatching(/.{40}/), blurred: null });
  await expect(write('Che cosa fai stasera?')).rejects.toMatchObject({ code: 'chat.credits_short' });
  await giveMessageCredits(member, 1);
  await write('Che cosa fai stasera?');
  await run(app);
  const { messages: later } = await readMessages(member, { profileId });
  expect(later.at(-1)).toMatchObject({ text: '', blurred: expect.any(String) });
  expect(await creditsOf(member)).toMatchObject({ message: 0 });
});

test('where a model writes, the script says what it is', async ({ app: plain, world }) => {
  const { app, sandbox } = await withModel(plain, { answers: ['Certo che sono vera!'] });
  const { member, profileId, write, run } = await startCompanionChat(world, { level: 0 });
  await write(question.it);
  await run(app);
  expect(sandbox.questions).toEqual([]);
  const { messages } = await readMessages(member, { profileId });
  expect(messages.at(-1)).toMatchObject({
    text: expect.stringContaining('compagno virtuale'),
    blurred: null,
  });
});

test('a host who sends the honest answer is read, and other words of a host are not', async ({ world }) => {
  const marco = await world.member({ level: 0 });
  const luna = await world.profile();
  const where = await writeTo(marco, luna, question.it);
  const ines = await host(world);
  const honest = honestAnswer('it', marco.brand.settings.title);
  await claimConversation(ines, where);
  await replyAsProfile(ines, { ...where, messageId: randomUUID(), text: honest });
  await sendMessage(marco, { profileId: luna, text: question.it });
  await claimConversation(ines, where);
  await replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Ti scrive lo staff, e tu?' });
  const { messages } = await readMessages(marco, { profileId: luna });
  const theirs = messages.filter(({ type }) => type === 'theirs');
  expect(theirs).toMatchObject([
    { text: honest, blurred: null },
    { text: '', blurred: expect.any(String) },
  ]);
  expect(await creditsOf(marco)).toEqual({ message: 0, icebreaker: 0 });
});

test('members who ask each other pay for it as for any message', async ({ world }) => {
  const marco = await world.member({ level: 0 });
  const anna = await world.member();
  const ask = () => sendMessage(marco, { profileId: anna.profileId, text: question.it });
  await expect(ask()).rejects.toMatchObject({ code: 'chat.credits_short' });
  await setCredits(marco, 1);
  expect(await ask()).toMatchObject({ messageCredits: 0 });
});
