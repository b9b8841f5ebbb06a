/** What the staff does with tickets: two who answer the same one see each other. */

import { ANSWERING_SECONDS, TICKETS_PER_PAGE, TICKET_MESSAGES_MOST } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { placeholdersIn } from '#contract/staff/placeholders.ts';
import type {
  OpenTicket,
  Ticket,
  TicketCounts,
  answerTicket as answerEndpoint,
  assignTicket as assignEndpoint,
  closeTicket as closeEndpoint,
  countTickets as countEndpoint,
  listTickets as listEndpoint,
  readTicket as readEndpoint,
  startAnswer as startEndpoint,
} from '#contract/support/tickets.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, atBrandOf, brandIdsFor, mayHere } from '#server/brands/staff-context.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { SECOND } from '#server/platform/clock.ts';
import { timeCursor } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { ownerOf, ticketLink } from './contact.ts';
import { emitTicket } from './live.ts';
import {
  findWriter,
  insertMessage,
  lockTicket,
  previewOf,
  readCounts,
  readMessages,
  readTicketRow,
  readTickets,
} from './tickets.sql.ts';
import type { TicketFacts, TicketId, TicketRow } from './tickets.sql.ts';

const cursor = timeCursor('after');

export async function listTickets(
  context: StaffContext,
  { list, brand, topic, after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { app, staffId } = context;
  const brandIds = brandIdsFor(context, brand);
  const found = await readTickets(app.db, { brandIds, list, staffId, topic, after: cursor.decode(after) });
  const rows = found.slice(0, TICKETS_PER_PAGE);
  const last = found.length > TICKETS_PER_PAGE ? rows.at(-1) : undefined;
  return {
    tickets: rows.map((row) => describe(context, row)),
    next: last ? cursor.encode({ at: last.since, id: last.id }) : null,
  };
}

export function countTickets(
  context: StaffContext,
  { brand }: InputOf<typeof countEndpoint>,
): Promise<TicketCounts> {
  const { app, staffId } = context;
  return readCounts(app.db, { brandIds: brandIdsFor(context, brand), staffId });
}

export async function readTicket(
  context: StaffContext,
  { brand, id }: InputOf<typeof readEndpoint>,
): Promise<OpenTicket> {
  const inside = atBrand(context, brand);
  return describeOpen(inside, inside.app.db, { brandId: inside.brandId, id });
}

/** A ticket that is locked against other changes meanwhile, and what an act on it runs in. */
interface Act {
  /** At the ticket's brand. */
  context: StaffContext;
  tx: Tx;
  key: TicketId;
  ticket: TicketFacts;
  afterCommit: AfterCommit;
}

function act(
  context: StaffContext,
  { brand, id }: { brand: string; id: string },
  work: (act: Act) => Promise<void>,
): Promise<OpenTicket> {
  const inside = atBrand(context, brand);
  return transact(inside.app.db, async (tx, afterCommit) => {
    const key = { brandId: inside.brandId, id };
    const ticket = (await lockTicket(tx, key)) ?? fail('request.not_found');
    await work({ context: inside, tx, key, ticket, afterCommit });
    return describeOpen(inside, tx, key);
  });
}

type Deed = 'answered' | 'noted' | 'assigned' | 'released' | 'closed' | 'reopened';

/** Writes down who did it, and tells the other consoles. What was said is in the ticket and nowhere else. */
async function record({ context, tx, key, ticket, afterCommit }: Act, deed: Deed): Promise<void> {
  const { app, staffId, ip, brandId } = context;
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'staff', id: staffId },
    action: `ticket.${deed}`,
    subject: key.id,
    details: { number: ticket.number },
    ip,
  });
  afterCommit(() => emitTicket(app, key, deed, staffId));
}

/** An answer goes out by mail; a note stays here. What came since the caller last looked must be read first. */
export function answerTicket(
  context: StaffContext,
  { brand, id, messageId, kind, text, seen, close }: InputOf<typeof answerEndpoint>,
): Promise<OpenTicket> {
  if (text === '') fail('contact.empty');
  const [gap] = kind === 'reply' ? placeholdersIn(text) : [];
  if (gap !== undefined) fail('reply.placeholder', { placeholder: gap.slice(0, 100) });
  return act(context, { brand, id }, async (done) => {
    const { tx, key, ticket } = done;
    const { app, staffId } = done.context;
    const said = await readMessages(tx, key);
    if (said.some((message) => message.id === messageId.toLowerCase())) return;
    if (kind === 'reply' && said.at(-1)?.id !== seen.toLowerCase()) fail('ticket.changed');
    const number = ticket.message_count + 1;
    if (number > TICKET_MESSAGES_MOST) fail('ticket.full');
    const at = app.clock.now();
    const author = kind === 'reply' ? 'staff' : 'note';
    await insertMessage(tx, { ...key, messageId, number, author, staffId, text, at });
    const answered = { status: 'waiting', since: at, preview: previewOf(text) } as const;
    await change(tx, key, {
      message_count: number,
      updated_at: at,
      answering_by: null,
      answering_until: null,
      ...(kind === 'reply' && { ...answered, assigned_to: ticket.assigned_to ?? staffId }),
      ...(close && { status: 'closed', since: at }),
    });
    if (kind === 'reply') await mailAnswer(done, text);
    await record(done, kind === 'reply' ? 'answered' : 'noted');
    if (close && ticket.status !== 'closed') await record(done, 'closed');
  });
}

/** Colleagues see for a while that an answer is being written. Nothing keeps them from answering too. */
export async function startAnswer(
  context: StaffContext,
  { brand, id }: InputOf<typeof startEndpoint>,
): Promise<ReplyOf<typeof startEndpoint>> {
  const { app, brandId, staffId } = atBrand(context, brand);
  const until = new Date(app.clock.now().getTime() + ANSWERING_SECONDS * SECOND);
  const row = await app.db
    .updateTable('ticket')
    .set({ answering_by: staffId, answering_until: until })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) fail('request.not_found');
  emitTicket(app, { brandId, id }, 'answering', staffId);
  return { ok: true };
}

export function assignTicket(
  context: StaffContext,
  { mine, ...one }: InputOf<typeof assignEndpoint>,
): Promise<OpenTicket> {
  return act(context, one, async (done) => {
    const assignee = mine ? context.staffId : null;
    if (done.ticket.assigned_to === assignee) return;
    await change(done.tx, done.key, { assigned_to: assignee });
    await record(done, mine ? 'assigned' : 'released');
  });
}

export function closeTicket(
  context: StaffContext,
  { closed, ...one }: InputOf<typeof closeEndpoint>,
): Promise<OpenTicket> {
  return act(context, one, async (done) => {
    if ((done.ticket.status === 'closed') === closed) return;
    const since = context.app.clock.now();
    await change(done.tx, done.key, { status: closed ? 'closed' : 'open', since });
    await record(done, closed ? 'closed' : 'reopened');
  });
}

interface Changes {
  status?: 'open' | 'waiting' | 'closed';
  since?: Date;
  updated_at?: Date;
  preview?: string;
  message_count?: number;
  assigned_to?: string | null;
  answering_by?: null;
  answering_until?: null;
}

async function change(tx: Tx, { brandId, id }: TicketId, changes: Changes): Promise<void> {
  await tx.updateTable('ticket').set(changes).where('brand_id', '=', brandId).where('id', '=', id).execute();
}

async function mailAnswer({ context, tx, key, ticket }: Act, answer: string): Promise<void> {
  const { brand, origin } = context;
  const { email: to, language, number, account_id } = ticket;
  const link = ticketLink(origin, { id: key.id, account_id });
  await queueMail(tx, {
    brand,
    ...ownerOf(key.id, account_id),
    to,
    language,
    template: 'ticket_answered',
    data: { link, number, answer },
  });
}

function describe(context: StaffContext, row: TicketRow): Ticket {
  const { id, number, topic, status, language, email, preview, assigned_to, assigned_name } = row;
  const inside = atBrandOf(context, row.brand_id);
  return {
    brand: inside.brand.key,
    id,
    number,
    topic,
    status,
    language,
    email: mayHere(inside, 'members.contact') ? email : null,
    screenName: row.screen_name,
    preview,
    since: row.since.getTime(),
    assignee:
      assigned_to === null || assigned_name === null ? null : { staffId: assigned_to, name: assigned_name },
  };
}

async function describeOpen(
  context: StaffContext,
  db: Parameters<typeof readTicketRow>[0],
  key: TicketId,
): Promise<OpenTicket> {
  const row = (await readTicketRow(db, key)) ?? fail('request.not_found');
  const said = await readMessages(db, key);
  return {
    ...describe(context, row),
    createdAt: row.created_at.getTime(),
    messages: said.map(({ id, author, name, text, created_at }) => ({
      id,
      from: author,
      by: name,
      text,
      at: created_at.getTime(),
    })),
    member: mayHere(atBrandOf(context, key.brandId), 'members.read') ? await describeWriter(db, key) : null,
    answering: describeAnswering(context, row),
  };
}

async function describeWriter(
  db: Parameters<typeof findWriter>[0],
  key: TicketId,
): Promise<OpenTicket['member']> {
  const row = await findWriter(db, key);
  if (!row) return null;
  const { account_id: accountId, screen_name: screenName, status, level, signed_in: signedIn } = row;
  return { accountId, screenName, status, level, createdAt: row.created_at.getTime(), signedIn };
}

function describeAnswering({ app, staffId }: StaffContext, row: TicketRow): OpenTicket['answering'] {
  const { answering_by, answering_name, answering_until } = row;
  if (answering_by === null || answering_by === staffId || answering_name === null) return null;
  if (!answering_until || answering_until <= app.clock.now()) return null;
  return { staffId: answering_by, name: answering_name, until: answering_until.getTime() };
}
