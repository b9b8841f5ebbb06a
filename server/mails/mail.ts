import type { DeleteQueryBuilder, DeleteResult, Insertable } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Language } from '#contract/kernel/constants.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import type { Brand, Platform } from '#server/platform/platform.ts';
import { redact } from '#server/platform/telemetry/log.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { makeLinksOf } from './mail-links.ts';
import { renderMail, renderSubject } from './render.ts';
import type { DataOf, MailTemplate, ReadableData } from './templates.ts';

export interface NewMail<T extends MailTemplate> {
  brand: Brand;
  /** The member it is for, with whom it will be erased. */
  accountId?: string;
  /** What it is about, with which it will be erased. */
  aboutId?: string;
  to: string;
  language: Language;
  template: T;
  data: DataOf<T>;
}

/** One address and nothing that a mail header or a list of addresses could be made of. */
export const mailRecipient = z
  .string()
  .max(254)
  .regex(/^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u);

/** A person waits for these in front of a page. */
const urgent: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  'confirm_email',
  'confirm_new_email',
  'reset_password',
  'autologin',
  'email_changed',
  'password_changed',
  'access_ended',
  'passkey_added',
  'staff_invitation',
]);
const aboutMoney: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  'receipt',
  'refund_receipt',
  'withdrawal_confirmed',
  'refund_failed',
  'refund_unanswered',
  'refund_refused',
  'renewal_notice',
  'renewal_failed',
  'plan_ended',
  'plan_left',
]);

/** Smaller goes out sooner. */
export const mailPriority = { urgent: 0, money: 1, rest: 2 } as const;
export const mailQueueNames = { urgent: 'mails.urgent', rest: 'mails' } as const;

function priorityOf(template: MailTemplate): number {
  if (urgent.has(template)) return mailPriority.urgent;
  return aboutMoney.has(template) ? mailPriority.money : mailPriority.rest;
}

/** Writes the mail into the outbox, in the caller's transaction; it is sent once that has committed. Returns its id. */
export async function queueMail<T extends MailTemplate>(db: DbOrTx, mail: NewMail<T>): Promise<string> {
  const [id = ''] = await queueMails(db, [mail]);
  return id;
}

/**
 * The same for many, in one statement. It also wakes the sender, as soon as the transaction commits. What they say is
 * made when they are sent: no transaction waits for it, and the database does not carry the same markup a thousand
 * times.
 */
export async function queueMails<T extends MailTemplate>(
  db: DbOrTx,
  mails: readonly NewMail<T>[],
): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({
    id: newId(),
    brand_id: mail.brand.id,
    account_id: mail.accountId ?? null,
    about_id: mail.aboutId ?? null,
    recipient: mailRecipient.parse(mail.to),
    template: mail.template,
    language: mail.language,
    priority: priorityOf(mail.template),
    subject: renderSubject(mail),
    data: mail.data,
  }));
  await sql`
    insert into mail (id, brand_id, account_id, about_id, recipient, template, language, priority, subject, data, work_at)
    select id, brand_id, account_id, about_id, recipient, template, language, priority, subject, data, now()
    from jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb) as m (id uuid, brand_id uuid, account_id uuid, about_id uuid,
      recipient text, template text, language text, priority smallint, subject text, data jsonb)`.execute(db);
  const isUrgent = ({ priority }: { priority: number }) => priority === mailPriority.urgent;
  if (rows.some(isUrgent)) wakeQueue(db, mailQueueNames.urgent);
  if (!rows.every(isUrgent)) wakeQueue(db, mailQueueNames.rest);
  return rows.map(({ id }) => id);
}

/** The database takes neither a zero character nor half of a surrogate pair. No template shows them. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}

/** Something is just being sent to a person, or about something, that was to be erased. In a few minutes it can be. */
export class StillSending extends Error {
  override readonly name = 'StillSending';
}

/** Erases the mails to a member who is erased, so that none goes out later. Fails while one is being sent. */
export async function deleteMailsOf(tx: Tx, brandId: string, accountId: string): Promise<void> {
  await deleteUnheld(
    tx.deleteFrom('mail').where('brand_id', '=', brandId).where('account_id', '=', accountId),
  );
}

/** Erases the mails about something that is erased, so that none goes out later. Fails while one is being sent. */
export async function deleteMailsAbout(tx: Tx, brandId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteUnheld(tx.deleteFrom('mail').where('brand_id', '=', brandId).where('about_id', 'in', ids));
}

/** A sender takes what it sends by a lock on the row: whichever of the two comes second sees what the first has done. */
async function deleteUnheld(deletion: DeleteQueryBuilder<DB, 'mail', DeleteResult>): Promise<void> {
  const deleted = await deletion
    .returning(sql<boolean>`work_lease is not null and work_at > now()`.as('held'))
    .execute();
  if (deleted.some(({ held }) => held)) throw new StillSending('a mail is being sent');
}

/**
 * Sends a mail at once and writes down what became of it, for a queue other than that of jobs. Whatever the transport
 * throws is the caller's to judge; what was not sent for good is written down by `recordFailedMail`.
 */
export async function sendMailNow<T extends MailTemplate>(
  app: Platform,
  transport: MailTransport,
  mail: NewMail<T> & { id: string },
): Promise<void> {
  const { id, brand, to: address, language, template, data } = mail;
  const to = mailRecipient.parse(address);
  const readable = await makeLinksOf<ReadableData<T>>(app.links, { id, brandId: brand.id, data });
  const rendered = renderMail({ brand, language, template, data: readable });
  const outcome = await transport.send({ id, brand: brand.settings, to, ...rendered });
  await insertDone(app, mail, {
    subject: rendered.subject,
    error: null,
    ...(outcome === 'sent' ? { sent_at: app.clock.now() } : { data: JSON.stringify(data, storable) }),
  });
  app.metrics.mails.inc({ template, outcome });
}

/** Writes down that a mail was not sent, or that the outcome is unknown. */
export async function recordFailedMail<T extends MailTemplate>(
  app: Platform,
  mail: NewMail<T> & { id: string },
  error: unknown,
): Promise<void> {
  const subject = renderSubject(mail);
  await insertDone(app, mail, { subject, error: describeMailError(error, mail.to) });
  app.metrics.mails.inc({ template: mail.template, outcome: 'failed' });
}

type Done = Pick<Insertable<DB['mail']>, 'subject' | 'sent_at' | 'error' | 'data'>;

async function insertDone<T extends MailTemplate>(
  { db, clock }: Platform,
  { id, brand, accountId, to, language, template }: NewMail<T> & { id: string },
  done: Done,
): Promise<void> {
  const row = { brand_id: brand.id, account_id: accountId ?? null, recipient: to, template, language };
  await db
    .insertInto('mail')
    .values({ id, ...row, created_at: clock.now(), ...done })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(done))
    .execute();
}

/** Whom one of our mails was for, as long as that is kept. */
export async function findMail(
  db: DbOrTx,
  brandId: string,
  id: string,
): Promise<{ recipient: string; accountId: string | null } | undefined> {
  return db
    .selectFrom('mail')
    .select(['recipient', 'account_id as accountId'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const LONGEST_ERROR = 2000;

/** Mail servers like to repeat the address in their answer. */
export function describeMailError(error: unknown, address: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const hidden = redact(text).replaceAll(address, '[recipient]').replaceAll('\0', '');
  return hidden.slice(0, LONGEST_ERROR).toWellFormed();
}

type Hashing = Pick<Platform, 'keyedHash'>;

/** It may be an unknown address, and it outlives an account: only a hash is kept. */
function hashOf({ keyedHash }: Hashing, brandId: string, email: string): Buffer {
  return keyedHash('undeliverable address', `${brandId} ${email.toLowerCase()}`);
}

/** The mail service says that this address does not exist. No mail is tried again for a year. */
export async function recordUndeliverable(
  app: Hashing & Pick<Platform, 'clock'>,
  db: DbOrTx,
  brandId: string,
  email: string,
): Promise<void> {
  await db
    .insertInto('undeliverable_address')
    .values({
      brand_id: brandId,
      address_hash: hashOf(app, brandId, email),
      created_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isUndeliverable(
  app: Hashing,
  db: DbOrTx,
  brandId: string,
  email: string,
): Promise<boolean> {
  return (await findUndeliverable(app, db, [{ brandId, email }])).has(email);
}

/** Those of some addresses to which no mail is tried. */
export async function findUndeliverable(
  app: Hashing,
  db: DbOrTx,
  addresses: readonly { brandId: string; email: string }[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const hashes = addresses.map(({ brandId, email }) => hashOf(app, brandId, email));
  const { rows } = await sql<{ n: number }>`
    select i.n::int from unnest((select ${addresses.map(({ brandId }) => brandId)}::uuid[]), (select ${hashes}::bytea[]))
      with ordinality as i (brand_id, address_hash, n)
    join undeliverable_address u on u.brand_id = i.brand_id and u.address_hash = i.address_hash`.execute(db);
  return new Set(rows.flatMap(({ n }) => addresses[n - 1]?.email ?? []));
}
