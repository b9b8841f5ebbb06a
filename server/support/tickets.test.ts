import { randomUUID } from 'node:crypto';
import { ANSWERING_SECONDS } from '#contract/kernel/constants.ts';
import type { OpenTicket } from '#contract/support/tickets.ts';
import type { StaffContext } from '#server/app.ts';
import { SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { sendSignedOut } from '#testing/support/contact.ts';
import type { World } from '#testing/world.ts';
import { sendOwnTicket } from './contact.ts';
import {
  answerTicket,
  assignTicket,
  closeTicket,
  countTickets,
  listTickets,
  readTicket,
  startAnswer,
} from './tickets.ts';

/** A ticket at Verbena, where no other test looks. */
async function written(world: World, text = 'Una pregunta.') {
  const elena = await world.member({ brand: world.brand('verbena') });
  const { trackerId, email, brand } = elena;
  const id = randomUUID();
  await sendOwnTicket(elena, { trackerId, id, email, topic: 'payment', text });
  return { elena, about: { brand: brand.key, id } };
}

const replyTo = (ticket: OpenTicket, text: string) =>
  ({ messageId: randomUUID(), kind: 'reply', text, seen: ticket.messages.at(-1)!.id, close: false }) as const;

async function idsIn(support: StaffContext, list: 'open' | 'mine' | 'waiting' | 'closed') {
  return (await listTickets(support, { list, brand: 'verbena' })).tickets.map(({ id }) => id);
}

test('a ticket goes from those that wait to those that wait for their writer, and to the closed ones', async ({
  app,
  world,
}) => {
  const support = await atWork(world, { role: 'support', brands: ['verbena'] });
  const { about, elena } = await written(world);
  const { id } = about;
  app.clock.advance(SECOND);
  const second = await written(world);
  expect(await idsIn(support, 'open')).toEqual([id, second.about.id]);
  const before = await countTickets(support, {});
  expect(before).toMatchObject({ open: 2, mine: 0 });

  const ticket = await readTicket(support, about);
  expect(ticket).toMatchObject({
    email: elena.email,
    language: 'es',
    topic: 'payment',
    member: { accountId: elena.accountId, signedIn: true, status: 'active' },
    assignee: null,
  });
  const answered = await answerTicket(support, { ...about, ...replyTo(ticket, 'Aquí está.') });
  expect(answered).toMatchObject({ status: 'waiting', assignee: { staffId: support.staffId } });
  expect(await idsIn(support, 'mine')).toEqual([id]);
  expect(await idsIn(support, 'waiting')).toEqual([id]);
  expect(await countTickets(support, {})).toEqual({ open: 1, mine: 1, waiting: before.waiting + 1 });

  await answerTicket(support, { ...about, ...replyTo(answered, '¿Todo bien?'), close: true });
  expect(await idsIn(support, 'closed')).toEqual([id]);
  expect(await idsIn(support, 'mine')).toEqual([]);
  await closeTicket(support, { ...about, closed: false });
  await assignTicket(support, { ...about, mine: false });
  expect(await idsIn(support, 'open')).toContain(id);
  const audit = app.db.selectFrom('audit').select('action').where('subject', '=', id).orderBy('id');
  expect((await audit.execute()).map(({ action }) => action)).toEqual([
    'ticket.answered',
    'ticket.answered',
    'ticket.closed',
    'ticket.reopened',
    'ticket.released',
  ]);
});

test('two who answer at once learn of each other: before, while one writes, and after, when the other has sent', async ({
  app,
  world,
}) => {
  const ada = await atWork(world, { role: 'support', name: 'Ada' });
  const bea = await atWork(world, { role: 'support', name: 'Bea' });
  const { about } = await written(world);
  const ticket = await readTicket(ada, about);
  await startAnswer(ada, about);
  expect((await readTicket(bea, about)).answering).toMatchObject({ name: 'Ada' });
  expect((await readTicket(ada, about)).answering).toBeNull();
  app.clock.advance(ANSWERING_SECONDS * SECOND);
  expect((await readTicket(bea, about)).answering).toBeNull();

  const replies = await Promise.allSettled([
    answerTicket(ada, { ...about, ...replyTo(ticket, 'De Ada.') }),
    answerTicket(bea, { ...about, ...replyTo(ticket, 'De Bea.') }),
  ]);
  const refused = replies.filter((reply) => reply.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(['ticket.changed']);
  // A console whose answer got lost sends the same message again.
  const fresh = await readTicket(bea, about);
  const again = replyTo(fresh, 'Otra cosa.');
  await answerTicket(bea, { ...about, ...again });
  const last = await answerTicket(bea, { ...about, ...again });
  expect(last.messages.map(({ from }) => from)).toEqual(['writer', 'staff', 'staff']);
});

test('only staff who may know it see who wrote', async ({ world }) => {
  const support = await atWork(world, { role: 'support' });
  const manager = await atWork(world, { role: 'brand_manager' });
  const marco = await world.member();
  const id = randomUUID();
  await sendSignedOut(world.visitor(), { id, email: marco.email, topic: 'other', text: 'Sono Marco.' });
  const about = { brand: 'lunaria', id };
  expect(await readTicket(support, about)).toMatchObject({
    email: marco.email,
    screenName: null,
    // Any visitor could have given this address.
    member: { accountId: marco.accountId, signedIn: false },
  });
  expect(await readTicket(manager, about)).toMatchObject({ email: null, member: null });
});

test('lists go on where the last page ended, each ticket once', async ({ app, world }) => {
  const support = await atWork(world, { role: 'support' });
  const marco = await world.member();
  const { brandId: brand_id, accountId: account_id, email } = marco;
  const at = app.clock.now();
  const made = Array.from({ length: 120 }, () => randomUUID());
  const facts = { brand_id, account_id, email, language: 'it', topic: 'safety', status: 'closed' } as const;
  const moments = { since: at, created_at: at, updated_at: at, preview: 'x', message_count: 1 };
  await app.db
    .insertInto('ticket')
    .values(made.map((id) => ({ ...facts, ...moments, id })))
    .execute();
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listTickets(support, { list: 'closed', topic: 'safety', ...(after && { after }) });
    seen.push(...page.tickets.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after);
  expect(seen.toSorted()).toEqual(made.toSorted());
});
