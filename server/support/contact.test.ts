import { randomUUID } from 'node:crypto';
import {
  CONTACT_MIN_MS,
  CONTACT_PROOF_MINUTES,
  TICKETS_KEPT_MONTHS,
  TICKET_CLOSES_AFTER_DAYS,
} from '#contract/kernel/constants.ts';
import type { LinkContext, VisitorContext } from '#server/app.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo, tokenIn } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { prove, proveQuickly, sendSignedOut } from '#testing/support/contact.ts';
import { cleanUpTickets, supportAccountHandlers } from './account-handlers.ts';
import {
  answerLinkedTicket,
  answerOwnTicket,
  listOwnTickets,
  readLinkedTicket,
  readOwnTicket,
  sendContact,
  sendOwnTicket,
} from './contact.ts';
import { answerTicket, closeTicket, readTicket } from './tickets.ts';

const letter = (email: string) =>
  ({ id: randomUUID(), email, topic: 'account', text: 'Non riesco a entrare.' }) as const;
const newAddress = () => `${randomUUID()}@example.com`;

/** A visitor who follows the link of a mail. */
async function byLink(visitor: VisitorContext, mail: Parameters<typeof tokenIn>[1]): Promise<LinkContext> {
  return { ...visitor, linkToken: await tokenIn(visitor.app, mail) };
}

test('a message is stored, mailed to support, and acknowledged with its number but without its words', async ({
  app,
  world,
}) => {
  const visitor = world.visitor();
  const message = letter(newAddress());
  const { number } = await sendSignedOut(visitor, message);
  const [acknowledged] = await mailsTo(app.db, message.email);
  expect(acknowledged).toMatchObject({ template: 'contact_acknowledged' });
  expect(acknowledged?.subject).toContain(`[#${number}]`);
  // Any address can be given, so we carry no strangers' words to it.
  expect(acknowledged?.text).not.toContain(message.text);
  const forSupport = await mailsTo(app.db, visitor.brand.settings.support.email);
  const mail = forSupport.find(({ subject }) => subject.includes(`[#${number}]`));
  expect(mail?.text).toContain(message.text);
  expect(mail?.text).toContain(`/console/tickets/${visitor.brand.key}/${message.id}`);
  // Its answer got lost on the way: the same message again is the same ticket.
  expect(await sendContact(visitor, { ...message, ...(await proveQuickly(visitor)) })).toEqual({
    result: 'OK',
    number,
  });
  expect(await mailsTo(app.db, message.email)).toHaveLength(1);
});

test('programs are kept out: no work, too quick, too late, twice, or a field that people do not see', async ({
  app,
  world,
}) => {
  const visitor = world.visitor();
  const refused = { code: 'contact.unproven' };
  const send = (more: object) => sendContact(visitor, { ...letter(newAddress()), ...proof, ...more });
  const proof = await prove(visitor);
  await expect(send({})).rejects.toMatchObject(refused);
  app.clock.advance(CONTACT_MIN_MS);
  await expect(send({ website: 'https://spam.example' })).rejects.toMatchObject(refused);
  await expect(send({ solution: { counter: 1, derivedKey: '00' } })).rejects.toMatchObject(refused);
  const { parameters } = proof.challenge;
  const easier = { ...proof.challenge, parameters: { ...parameters, cost: 1 } };
  await expect(send({ challenge: easier })).rejects.toMatchObject(refused);
  await expect(
    sendContact(world.visitor(world.brand('verbena')), { ...letter(newAddress()), ...proof }),
  ).rejects.toMatchObject(refused);
  await send({});
  await expect(send({})).rejects.toMatchObject(refused);
  const stale = await proveQuickly(visitor);
  app.clock.advance(CONTACT_PROOF_MINUTES * MINUTE + 1);
  await expect(send(stale)).rejects.toMatchObject(refused);
  await expect(send({ text: '' })).rejects.toMatchObject({ code: 'contact.empty' });
  await expect(send({ email: 'nobody' })).rejects.toMatchObject({ code: 'field.email' });
});

test('no visitor writes without end', async ({ app, world }) => {
  const marco = await world.member();
  const write = () => sendOwnTicket(marco, { ...letter(marco.email), trackerId: marco.trackerId });
  for (let count = 0; count < app.config.limits.contactsPerWriter; count += 1) await write();
  await expect(write()).rejects.toMatchObject({ code: 'request.too_many' });
});

test('the writer of a request reads the answer by its link, signed out, answers there, and never sees a note', async ({
  app,
  world,
}) => {
  const visitor = world.visitor();
  const message = letter(newAddress());
  const { number } = await sendSignedOut(visitor, message);
  const support = await atWork(world, { role: 'support' });
  const about = { brand: visitor.brand.key, id: message.id };
  const seen = (await readTicket(support, about)).messages.at(-1)!.id;
  const note = {
    messageId: randomUUID(),
    kind: 'note',
    text: 'È già successo.',
    seen,
    close: false,
  } as const;
  const { messages } = await answerTicket(support, { ...about, ...note });
  const answer = { messageId: randomUUID(), kind: 'reply', text: 'Provi ora.', close: false } as const;
  await answerTicket(support, { ...about, ...answer, seen: messages.at(-1)!.id });
  const [, mail] = await mailsTo(app.db, message.email);
  expect(mail).toMatchObject({ template: 'ticket_answered' });
  expect(mail?.subject).toContain(`[#${number}]`);
  expect(mail?.text).toContain('> Provi ora.');

  const linked = await byLink(visitor, mail);
  const { ticket } = await readLinkedTicket(linked);
  expect(ticket).toMatchObject({ number, status: 'waiting' });
  expect(ticket.messages.map(({ from, text }) => [from, text])).toEqual([
    ['writer', message.text],
    ['staff', 'Provi ora.'],
  ]);
  await closeTicket(support, { ...about, closed: true });
  const reply = { id: randomUUID(), text: 'Funziona, grazie.' };
  await answerLinkedTicket(linked, reply);
  const again = await answerLinkedTicket(linked, reply);
  expect(again.ticket).toMatchObject({ status: 'open', messages: { length: 3 } });
  const forSupport = await mailsTo(app.db, visitor.brand.settings.support.email);
  expect(forSupport.filter(({ subject }) => subject.includes(`[#${number}]`))).toHaveLength(2);
  const elsewhere = { ...linked, brand: world.brand('verbena'), brandId: world.brand('verbena').id };
  await expect(readLinkedTicket(elsewhere)).rejects.toMatchObject({ code: 'link.invalid' });
});

test('a member finds what they wrote and how far it has come, and no other member’s', async ({ world }) => {
  const marco = await world.member();
  const paolo = await world.member();
  const message = { ...letter(marco.email), trackerId: marco.trackerId };
  const { number } = await sendOwnTicket(marco, message);
  expect((await listOwnTickets(marco)).tickets).toMatchObject([{ number, status: 'open', topic: 'account' }]);
  expect(await listOwnTickets(paolo)).toEqual({ tickets: [] });
  const own = { trackerId: marco.trackerId, ticketId: message.id };
  await answerOwnTicket(marco, { ...own, id: randomUUID(), text: 'Anche dal telefono.' });
  expect((await readOwnTicket(marco, own)).ticket.messages).toHaveLength(2);
  await expect(readOwnTicket(paolo, own)).rejects.toMatchObject({ code: 'request.not_found' });
  await expect(sendOwnTicket(paolo, message)).rejects.toMatchObject({ code: 'request.not_found' });
});

test('a member’s copy of their data has what was said, without the notes of the staff', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const { trackerId, brandId, accountId, brand } = marco;
  const message = { ...letter(marco.email), trackerId };
  await sendOwnTicket(marco, message);
  const support = await atWork(world, { role: 'support' });
  const about = { brand: brand.key, id: message.id };
  const seen = (await readTicket(support, about)).messages.at(-1)!.id;
  const note = { messageId: randomUUID(), kind: 'note', text: 'Solo per noi.', seen, close: false } as const;
  await answerTicket(support, { ...about, ...note });
  const [topic] = supportAccountHandlers.exports ?? [];
  const copy = JSON.stringify(await topic?.read(app.db, brandId, accountId));
  expect(copy).toContain(message.text);
  expect(copy).not.toContain('Solo per noi.');
});

test('a request that is left alone is closed, and erased once it has been closed for two years', async ({
  app,
  world,
}) => {
  const visitor = world.visitor();
  const message = letter(newAddress());
  await sendSignedOut(visitor, message);
  const support = await atWork(world, { role: 'support' });
  const about = { brand: visitor.brand.key, id: message.id };
  const seen = (await readTicket(support, about)).messages.at(-1)!.id;
  const answer = { messageId: randomUUID(), kind: 'reply', text: 'Ecco.', seen, close: false } as const;
  await answerTicket(support, { ...about, ...answer });
  app.clock.advance((TICKET_CLOSES_AFTER_DAYS - 1) * DAY);
  await cleanUpTickets(app);
  expect((await readTicket(support, about)).status).toBe('waiting');
  app.clock.advance(2 * DAY);
  await cleanUpTickets(app);
  expect((await readTicket(support, about)).status).toBe('closed');
  app.clock.advance((TICKETS_KEPT_MONTHS - 1) * 30 * DAY);
  await cleanUpTickets(app);
  expect((await readTicket(support, about)).status).toBe('closed');
  app.clock.advance(60 * DAY);
  await cleanUpTickets(app);
  await expect(readTicket(support, about)).rejects.toMatchObject({ code: 'request.not_found' });
});
