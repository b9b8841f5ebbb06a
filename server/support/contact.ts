/** What people write to support, and how they go on with it: from the profile, or by the link of a mail. */

import { countries } from '#contract/countries/list.ts';
import { TICKET_LINK_DAYS, TICKET_MAX_LETTERS, TICKET_MESSAGES_MOST } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  TicketThread,
  TicketTopic,
  answerLinkedTicket as answerLinkEndpoint,
  answerOwnTicket as answerEndpoint,
  listOwnTickets as listEndpoint,
  readLinkedTicket as readLinkEndpoint,
  readOwnTicket as readEndpoint,
  sendContact as sendEndpoint,
  sendOwnTicket as sendOwnEndpoint,
} from '#contract/support/contact.ts';
import { checkEmail } from '#server/accounts/email-address.ts';
import type { LinkContext, MemberContext, VisitorContext } from '#server/app.ts';
import type { LinkToMake } from '#server/mails/mail-links.ts';
import { queueMail } from '#server/mails/mail.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId, readUuid } from '#server/platform/ids.ts';
import { redact } from '#server/platform/telemetry/log.ts';
import { checkProof, useProof } from './contact-proof.ts';
import { emitTicket } from './live.ts';
import {
  findTicket,
  insertMessage,
  insertTicket,
  lockTicket,
  previewOf,
  readMessages,
} from './tickets.sql.ts';
import type { NewTicket, TicketFacts, TicketId } from './tickets.sql.ts';

const OWN_MOST = 20;

/** From a visitor who is not signed in, and perhaps cannot: an account that is shut out has no other way. */
export async function sendContact(
  context: VisitorContext,
  input: InputOf<typeof sendEndpoint>,
): Promise<ReplyOf<typeof sendEndpoint>> {
  const { app, brandId, ip } = context;
  const ticket = newTicket(context, input, null);
  const known = await findOwn(app.db, ticket);
  if (known) return { result: 'OK', number: known.number };
  await checkProof(context, input);
  await app.limits.hit('contactAddress', ip);
  await app.limits.hit('contactWriter', `${brandId}:${ticket.email}`);
  return transact(app.db, async (tx, afterCommit) => {
    await useProof(tx, brandId, input);
    return { result: 'OK', number: await saveTicket(context, tx, afterCommit, ticket) };
  });
}

/** A member needs to prove nothing, and finds the conversation in the profile. */
export async function sendOwnTicket(
  context: MemberContext,
  input: InputOf<typeof sendOwnEndpoint>,
): Promise<ReplyOf<typeof sendOwnEndpoint>> {
  const { app, brandId, accountId } = context;
  const ticket = newTicket(context, input, accountId);
  const known = await findOwn(app.db, ticket);
  if (known) return { result: 'OK', number: known.number };
  await app.limits.hit('contactWriter', `${brandId}:${accountId}`);
  return transact(app.db, async (tx, afterCommit) => ({
    result: 'OK',
    number: await saveTicket(context, tx, afterCommit, ticket),
  }));
}

type Written = Pick<InputOf<typeof sendEndpoint>, 'id' | 'email' | 'topic' | 'text'>;

function newTicket(
  { app: { clock }, brandId, language }: VisitorContext,
  { id, email, topic, text }: Written,
  accountId: string | null,
): NewTicket {
  const [words, address] = [keptWords(text), checkEmail(email)];
  const at = clock.now();
  return { brandId, id: id.toLowerCase(), accountId, email: address, language, topic, text: words, at };
}

/** People who ask about a payment tend to write down their card number, which must not be kept. */
function keptWords(text: string): string {
  if (text === '') fail('contact.empty');
  return redact(text).slice(0, TICKET_MAX_LETTERS).toWellFormed();
}

export interface MemberRequest {
  /** Derived from what it is about, so that there is one conversation about it. */
  id: string;
  email: string;
  topic: TicketTopic;
  /** What is requested, in the brand's words. */
  about: string;
  words: string;
}

interface SavedRequest {
  number: number;
  at: Date;
  /** False where the same had been asked before. */
  isNew: boolean;
}

/**
 * What a member asks of support elsewhere than in the form. Asked again in the same words before there is an answer it is the
 * same request; whatever else follows goes on in its conversation.
 */
export async function saveRequest(
  context: MemberContext,
  tx: Tx,
  afterCommit: AfterCommit,
  { id, email, topic, about, words }: MemberRequest,
): Promise<SavedRequest> {
  const { app, brandId, accountId, language } = context;
  const key = { brandId, id };
  const text = [about, redact(words)]
    .filter(Boolean)
    .join('\n\n')
    .slice(0, TICKET_MAX_LETTERS)
    .toWellFormed();
  const at = app.clock.now();
  const known = await lockTicket(tx, key);
  if (!known) {
    const ticket = { ...key, accountId, email, language, topic, text, at };
    return { number: await saveTicket(context, tx, afterCommit, ticket), at, isNew: true };
  }
  if (known.account_id !== accountId) fail('request.not_found');
  const last = (await readMessages(tx, key)).findLast(({ author }) => author !== 'note');
  if (last?.author === 'writer' && last.text === text)
    return { number: known.number, at: last.created_at, isNew: false };
  await appendMessage(context, tx, afterCommit, known, { brandId, messageId: newId(), text });
  return { number: known.number, at, isNew: true };
}

/** The same message again, because its answer got lost. A ticket of another sender is not found by its id. */
async function findOwn(db: DbOrTx, ticket: NewTicket): Promise<TicketFacts | undefined> {
  const known = await findTicket(db, ticket);
  if (!known) return undefined;
  return known.email === ticket.email && known.account_id === ticket.accountId
    ? known
    : fail('request.not_found');
}

async function saveTicket(
  context: VisitorContext,
  tx: Tx,
  afterCommit: AfterCommit,
  ticket: NewTicket,
): Promise<number> {
  const { app, brand, brandId } = context;
  const { id, email, language, text, at } = ticket;
  // Two tries at once: the second waits for the first here, and finds what it has written.
  const number = await insertTicket(tx, ticket);
  if (number === undefined) return ((await findOwn(tx, ticket)) ?? fail('request.not_found')).number;
  const first = { messageId: newId(at.getTime()), number: 1, author: 'writer', staffId: null } as const;
  await insertMessage(tx, { brandId, id, ...first, text, at });
  await mailSupport(context, tx, { id, number, email, text, account_id: ticket.accountId });
  const link = ticketLink(context.origin, { id, account_id: ticket.accountId });
  await queueMail(tx, {
    brand,
    ...ownerOf(id, ticket.accountId),
    to: email,
    language,
    template: 'contact_acknowledged',
    data: { link, number },
  });
  afterCommit(() => emitTicket(app, { brandId, id }, 'written', null));
  return number;
}

function mailSupport(
  { brand, origin }: VisitorContext,
  tx: Tx,
  {
    id,
    number,
    email,
    text,
    account_id,
  }: Pick<TicketFacts, 'id' | 'number' | 'email' | 'account_id'> & { text: string },
): Promise<string> {
  return queueMail(tx, {
    brand,
    ...ownerOf(id, account_id),
    to: brand.settings.support.email,
    language: countries[brand.settings.country].language,
    template: 'contact_received',
    data: { from: email, message: text, number, link: `${origin}/console/tickets/${brand.key}/${id}` },
  });
}

/** With what a mail about a ticket is erased. */
export function ownerOf(id: string, accountId: string | null) {
  return { aboutId: id, ...(accountId === null ? {} : { accountId }) };
}

/** Whom the link of a ticket is for: the member, or else the holder of the mail. */
const holderOf = ({ id, account_id }: { id: string; account_id: string | null }) => account_id ?? id;

export function ticketLink(origin: string, ticket: { id: string; account_id: string | null }): LinkToMake {
  return {
    page: `${origin}/ticket`,
    purpose: 'ticket',
    subject: holderOf(ticket),
    validFor: TICKET_LINK_DAYS * DAY,
    data: { ticketId: ticket.id },
  };
}

/** The ticket of a link. One that was erased, or is another's by now, makes the link worthless. */
async function openTicketLink({ app, brandId, linkToken }: LinkContext): Promise<TicketId> {
  const { subject, data } = await app.links.open(linkToken, { purpose: 'ticket', brandId });
  const id = readUuid(String(data['ticketId'])) ?? fail('link.invalid');
  const ticket = await findTicket(app.db, { brandId, id });
  if (!ticket || holderOf(ticket) !== subject) fail('link.invalid');
  return { brandId, id };
}

export async function readLinkedTicket(context: LinkContext): Promise<ReplyOf<typeof readLinkEndpoint>> {
  return { ticket: await readThread(context.app.db, await openTicketLink(context)) };
}

export async function answerLinkedTicket(
  context: LinkContext,
  input: InputOf<typeof answerLinkEndpoint>,
): Promise<ReplyOf<typeof answerLinkEndpoint>> {
  return { ticket: await addMessage(context, await openTicketLink(context), input) };
}

/** Newest first. */
export async function listOwnTickets({
  app: { db },
  brandId,
  accountId,
}: MemberContext): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'number', 'topic', 'status', 'created_at', 'updated_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(OWN_MOST)
    .execute();
  return { tickets: rows.map(describe) };
}

export async function readOwnTicket(
  context: MemberContext,
  { ticketId }: InputOf<typeof readEndpoint>,
): Promise<ReplyOf<typeof readEndpoint>> {
  return { ticket: await readThread(context.app.db, await findOwnTicket(context, ticketId)) };
}

export async function answerOwnTicket(
  context: MemberContext,
  { ticketId, ...answer }: InputOf<typeof answerEndpoint>,
): Promise<ReplyOf<typeof answerEndpoint>> {
  return { ticket: await addMessage(context, await findOwnTicket(context, ticketId), answer) };
}

async function findOwnTicket(
  { app, brandId, accountId }: MemberContext,
  ticketId: string,
): Promise<TicketId> {
  const ticket = await findTicket(app.db, { brandId, id: ticketId });
  if (ticket?.account_id !== accountId) return fail('request.not_found');
  return { brandId, id: ticket.id };
}

/** The writer says more. */
async function addMessage(
  context: VisitorContext,
  key: TicketId,
  { id, text: typed }: { id: string; text: string },
): Promise<TicketThread> {
  const { app } = context;
  const { brandId } = key;
  const [messageId, text] = [id.toLowerCase(), keptWords(typed)];
  await app.limits.hit('contactWriter', `${brandId}:${key.id}`);
  return transact(app.db, async (tx, afterCommit) => {
    const ticket = (await lockTicket(tx, key)) ?? fail('request.not_found');
    const said = await readMessages(tx, key);
    if (!said.some((message) => message.id === messageId))
      await appendMessage(context, tx, afterCommit, ticket, { brandId, messageId, text });
    return readThread(tx, key);
  });
}

/** The ticket waits for support again, also where it was closed. */
async function appendMessage(
  context: VisitorContext,
  tx: Tx,
  afterCommit: AfterCommit,
  ticket: TicketFacts,
  { brandId, messageId, text }: { brandId: string; messageId: string; text: string },
): Promise<void> {
  const { app } = context;
  const key = { brandId, id: ticket.id };
  const number = ticket.message_count + 1;
  if (number > TICKET_MESSAGES_MOST) fail('ticket.full');
  const at = app.clock.now();
  await insertMessage(tx, { ...key, messageId, number, author: 'writer', staffId: null, text, at });
  await tx
    .updateTable('ticket')
    .set({
      status: 'open',
      // A sender who has waited goes on waiting.
      since: ticket.status === 'open' ? ticket.since : at,
      updated_at: at,
      preview: previewOf(text),
      message_count: number,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', key.id)
    .execute();
  await mailSupport(context, tx, { ...ticket, text });
  afterCommit(() => emitTicket(app, key, 'written', null));
}

/** What the writer reads: everything but the notes. */
async function readThread(db: DbOrTx, key: TicketId): Promise<TicketThread> {
  const ticket = (await findTicket(db, key)) ?? fail('request.not_found');
  const said = await readMessages(db, key);
  return {
    ...describe(ticket),
    messages: said.flatMap(({ id, author, text, created_at }) =>
      author === 'note' ? [] : [{ id, from: author, text, at: created_at.getTime() }],
    ),
  };
}

function describe({
  id,
  number,
  topic,
  status,
  created_at,
  updated_at,
}: Pick<TicketFacts, 'id' | 'number' | 'topic' | 'status' | 'created_at' | 'updated_at'>) {
  return { id, number, topic, status, createdAt: created_at.getTime(), updatedAt: updated_at.getTime() };
}
