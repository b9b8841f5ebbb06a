import { randomUUID } from 'node:crypto';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { ReplyWarning } from '#contract/staff/reply-warnings.ts';
import { DAY } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, write } from '#testing/messaging/host-queue.ts';
import type { World } from '#testing/world.ts';
import { deleteOldReplyTexts } from './check-reply.ts';
import { claimConversation } from './claims.ts';
import { reportConcern } from './concerns.ts';
import { replyAsProfile } from './replying.ts';
import { readWritingAids } from './writing-aids.ts';

/** A member has written to a profile, and a host has taken it. */
async function taken(world: World, said: string) {
  const member = await world.member({ level: 2, city: 'Torino' });
  const profileId = await world.profile();
  const where = await write(member, profileId, said);
  const ines = await host(world);
  await claimConversation(ines, where);
  const reply = (text: string, confirmed?: ReplyWarning[]) =>
    replyAsProfile(ines, { ...where, messageId: randomUUID(), text, ...(confirmed && { confirmed }) });
  return { member, profileId, where, ines, reply };
}

const unconfirmed = (...warnings: ReplyWarning[]) =>
  expect.objectContaining({ code: 'reply.unconfirmed', details: { warnings } });

test('contact data, money and a promise to meet are sent once the host has seen the warning, which is written down', async ({
  db,
  world,
}) => {
  const { where, reply } = await taken(world, 'Ciao, come stai?');
  const text = 'Vediamoci domani! Scrivimi su WhatsApp, e mandami un regalo';
  await expect(reply(text)).rejects.toEqual(unconfirmed('contact', 'money', 'meeting'));
  // One of them is not all of them.
  await expect(reply(text, ['meeting'])).rejects.toEqual(unconfirmed('contact', 'money', 'meeting'));
  await reply(text, ['meeting', 'money', 'contact', 'minor']);
  const entries = await db
    .selectFrom('audit')
    .select('details')
    .where('subject', '=', where.id)
    .where('action', '=', 'conversation.answered')
    .execute();
  expect(entries).toMatchObject([{ details: { confirmed: ['contact', 'money', 'meeting'] } }]);
});

test('who says no to a meeting is not warned of one', async ({ world }) => {
  const { reply } = await taken(world, 'Ci vediamo stasera?');
  await expect(reply('Non posso incontrarti, ma mi fa piacere scriverti')).resolves.toMatchObject({
    number: 2,
  });
});

test('a placeholder is never sent as it is', async ({ world }) => {
  const { reply } = await taken(world, 'Ciao');
  await expect(reply('Ciao {{name}}, che bello!')).rejects.toMatchObject({
    code: 'reply.placeholder',
    details: { placeholder: 'name' },
  });
});

test('a member who asks whether the profile is real gets the honest answer at hand, and a denial is refused', async ({
  world,
}) => {
  const { ines, where, reply } = await taken(world, 'Ma sei vera o lavori per il sito?');
  const { askedIfReal, honestAnswer } = await readWritingAids(ines, where);
  expect(askedIfReal).toBe(true);
  expect(honestAnswer).toContain('staff di Lunaria');
  const all: ReplyWarning[] = ['asked_if_real'];
  await expect(reply('Sono una persona privata come te', all)).rejects.toEqual(failing('reply.denies_staff'));
  await expect(reply('Non sono un bot', all)).rejects.toEqual(failing('reply.denies_staff'));
  // Only a host who has seen that it was asked can avoid saying it.
  await expect(reply('Che giornata lunga!')).rejects.toEqual(unconfirmed('asked_if_real'));
  await reply(honestAnswer);
  expect((await readWritingAids(ines, where)).askedIfReal).toBe(false);
});

test.for(LANGUAGES)(
  'the honest answer comes in the member’s language (%s)',
  async (language, { db, world }) => {
    const { ines, member, where } = await taken(world, 'are you real?');
    await db.updateTable('account').set({ language }).where('id', '=', member.accountId).execute();
    const aids = await readWritingAids(ines, where);
    expect(aids.language).toBe(language);
    expect(aids.honestAnswer).toContain('Lunaria');
  },
);

test('signs of a minor or of self-harm come with help, stop an unseen reply, and reach moderation', async ({
  db,
  world,
}) => {
  const { ines, where, reply, member } = await taken(world, 'Ho 15 anni e voglio morire');
  const { concerns } = await readWritingAids(ines, where);
  expect(concerns.map(({ concern }) => concern)).toEqual(['minor', 'self_harm']);
  const help = concerns[1]?.help ?? '';
  expect(help).toContain('112');
  expect(help).not.toContain('programma');
  await expect(reply('Che bella giornata!')).rejects.toEqual(unconfirmed('minor', 'self_harm'));
  // The help lines are no contact data.
  await reply(help, ['minor', 'self_harm']);

  await reportConcern(ines, { ...where, concern: 'self_harm' });
  const inbox = await db
    .selectFrom('inbox')
    .select('pays')
    .where('owner_id', '=', member.profileId)
    .executeTakeFirst();
  expect(inbox?.pays).toBe(false);
  const entries = await db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('subject', '=', where.id)
    .where('action', '=', 'conversation.concern')
    .execute();
  expect(entries).toEqual([
    { action: 'conversation.concern', details: { concern: 'self_harm', member: member.profileId } },
  ]);
});

test('the same words again, to one member or to many, are noticed', async ({ app, db, world }) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const ines = await host(world);
  const text = 'Che bello leggerti, raccontami della tua giornata!';
  const answer = (place: typeof where, confirmed?: ReplyWarning[]) =>
    replyAsProfile(ines, { ...place, messageId: randomUUID(), text, ...(confirmed && { confirmed }) });
  await claimConversation(ines, where);
  await answer(where);
  await write(marco, luna, 'E tu?');
  await claimConversation(ines, where);
  await expect(answer(where)).rejects.toEqual(unconfirmed('same_to_member'));

  for (let count = 0; count < 2; count += 1) {
    const other = await write(await world.member({ level: 2 }), luna);
    await claimConversation(ines, other);
    await answer(other);
  }
  const fourth = await write(await world.member({ level: 2 }), luna);
  await claimConversation(ines, fourth);
  await expect(answer(fourth)).rejects.toEqual(unconfirmed('same_to_many'));
  await answer(fourth, ['same_to_many']);

  // A day later it is forgotten, and no words were kept.
  app.clock.advance(DAY);
  await deleteOldReplyTexts(app);
  expect(await db.selectFrom('reply_text').selectAll().execute()).toEqual([]);
});
