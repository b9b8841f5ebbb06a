import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { App } from '../../app.ts';
import type { Brand } from '../../brands/directory.ts';
import type { DB } from '../database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import { enqueue, jobKind, GiveUp, handle } from '../jobs/jobs.ts';
import type { JobHandler, JobInfo } from '../jobs/jobs.ts';
import { redact } from '../telemetry/log.ts';
import { findUnsubscribeLink } from './layout.ts';
import { renderMail } from './render.ts';
import type { DataOf, MailTemplate } from './templates.ts';
import { MailRefused } from './transport.ts';
import type { MailTransport } from './transport.ts';

/** Ten attempts span three and a half hours; after that most links would be stale anyway. */
export const sendMail = jobKind('mail.send', z.object({ mailId: z.uuid() }), { maxAttempts: 10 });

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
const recipient = z
  .string()
  .max(254)
  .regex(/^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u);

/** Writes the mail into the outbox, in the caller's transaction; it is sent once that has committed. Returns its id. */
export async function queueMail<T extends MailTemplate>(db: DbOrTx, mail: NewMail<T>): Promise<string> {
  const { brand, accountId, aboutId, to, language, template, data } = mail;
  const { subject, html, text } = renderMail({ brand, language, template, data });
  const id = newId();
  await db
    .insertInto('mail')
    .values({
      id,
      brand_id: brand.id,
      account_id: accountId ?? null,
      about_id: aboutId ?? null,
      recipient: recipient.parse(to),
      template,
      language,
      subject,
      html,
      text,
    })
    .execute();
  await enqueue(db, sendMail, { mailId: id });
  return id;
}

/** Many at once. */
export async function queueMails<T extends MailTemplate>(db: DbOrTx, mails: readonly NewMail<T>[]): Promise<void> {
  for (const mail of mails) await queueMail(db, mail);
}

/** Erases the mails about something that is erased. One that is on its way is not sent any more. */
export async function deleteMailsAbout(tx: Tx, brandId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('mail').where('brand_id', '=', brandId).where('about_id', 'in', ids).execute();
}

/**
 * Sends a mail at once and writes down what became of it, for a queue other than that of jobs. Whatever the transport
 * throws is the caller's to judge; what was not sent for good is written down by `recordFailedMail`.
 */
export async function sendMailNow<T extends MailTemplate>(
  app: App,
  transport: MailTransport,
  mail: NewMail<T> & { id: string },
): Promise<void> {
  const { id, brand, to: address, language, template, data } = mail;
  const to = recipient.parse(address);
  const rendered = renderMail({ brand, language, template, data });
  const unsubscribeLink = findUnsubscribeLink(rendered.html);
  const outcome = await transport.send({ id, brand: brand.settings, to, ...rendered, unsubscribeLink });
  await insertDone(app, mail, {
    subject: rendered.subject,
    status: outcome,
    ...(outcome === 'sent' ? { sent_at: app.clock.now() } : { html: rendered.html, text: rendered.text }),
  });
  app.metrics.mails.inc({ template, outcome });
}

/** Writes down that a mail was not sent, or that nobody knows. */
export async function recordFailedMail<T extends MailTemplate>(
  app: App,
  mail: NewMail<T> & { id: string },
  error: unknown,
): Promise<void> {
  const { subject } = renderMail(mail);
  await insertDone(app, mail, { subject, status: 'failed', error: describe(error, mail.to) });
  app.metrics.mails.inc({ template: mail.template, outcome: 'failed' });
}

type Done = Pick<Insertable<DB['mail']>, 'subject' | 'status' | 'sent_at' | 'error' | 'html' | 'text'>;

async function insertDone<T extends MailTemplate>(
  { db, clock }: App,
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

const LONGEST_ERROR = 2000;

/**
 * The row stays locked while the mail is under way, so nobody else sends it. A mail server answers or times out
 * well before the lock would.
 */
async function deliver(
  app: App,
  transport: MailTransport,
  { mailId }: { mailId: string },
  { last }: JobInfo,
): Promise<void> {
  const failure = await app.db.transaction().execute(async (tx) => {
    const mail = await lockMail(tx, mailId);
    // A failed one comes here when somebody has its dead job tried again.
    if (!mail || mail.status === 'sent' || mail.status === 'kept') return undefined;
    const brand = app.brands.byId(mail.brand_id)?.settings;
    if (!brand) throw new Error('the brand of a mail is not known here yet');
    const { recipient: to, subject, html, text, template } = mail;
    if (html === null || text === null) return new GiveUp('the mail has no text any more');
    if (await isUndeliverable(app, tx, mail.brand_id, to)) {
      const error = 'the address does not exist, by the mail service';
      await tx.updateTable('mail').set({ status: 'failed', error }).where('id', '=', mailId).execute();
      if (template === 'goodbye') await forgetRecipient(tx, mailId);
      app.metrics.mails.inc({ template, outcome: 'failed' });
      return undefined;
    }
    try {
      const unsubscribeLink = findUnsubscribeLink(html);
      const outcome = await transport.send({
        id: mailId,
        brand,
        to,
        subject,
        html,
        text,
        unsubscribeLink,
      });
      await recordOutcome(app, tx, mailId, outcome);
      if (template === 'goodbye') await forgetRecipient(tx, mailId);
      app.metrics.mails.inc({ template, outcome });
      return undefined;
    } catch (error) {
      const hopeless = error instanceof MailRefused;
      const reason = describe(error, to);
      const status = hopeless || last ? 'failed' : 'queued';
      await tx.updateTable('mail').set({ status, error: reason }).where('id', '=', mailId).execute();
      if (template === 'goodbye' && status === 'failed') await forgetRecipient(tx, mailId);
      app.metrics.mails.inc({ template, outcome: status === 'failed' ? 'failed' : 'retry' });
      return hopeless ? new GiveUp(reason) : new Error(reason);
    }
  });
  if (failure) throw failure;
}

function lockMail(tx: Tx, id: string) {
  return tx
    .selectFrom('mail')
    .select(['brand_id', 'recipient', 'template', 'subject', 'html', 'text', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** What was sent is erased: the links in it open accounts. What is kept is there to be read. */
async function recordOutcome({ clock }: App, tx: Tx, id: string, outcome: 'sent' | 'kept'): Promise<void> {
  const change = outcome === 'sent' ? { sent_at: clock.now(), html: null, text: null } : {};
  await tx
    .updateTable('mail')
    .set({ status: outcome, error: null, ...change })
    .where('id', '=', id)
    .execute();
}

/** Of whoever is erased the address is kept only for as long as the last mail is on its way. */
async function forgetRecipient(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('mail').set({ recipient: 'erased@invalid' }).where('id', '=', id).execute();
}

/** Mail servers like to repeat the address in their answer. */
function describe(error: unknown, address: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const hidden = redact(text).replaceAll(address, '[recipient]').replaceAll('\0', '');
  return hidden.slice(0, LONGEST_ERROR).toWellFormed();
}

/** The transport is the program's own: nobody but this job sends mails. */
export function mailJobs(transport: MailTransport): JobHandler[] {
  return [handle(sendMail, (app, mail, info) => deliver(app, transport, mail, info), { timeoutSeconds: 50 })];
}

type Hashing = Pick<App, 'keyedHash'>;

/** It may be nobody's address that we know, and it outlives an account: only a hash is kept. */
function hashOf({ keyedHash }: Hashing, brandId: string, email: string): Buffer {
  return keyedHash('undeliverable address', `${brandId} ${email.toLowerCase()}`);
}

/** The mail service says that this address does not exist. No mail is tried again for a year. */
export async function recordUndeliverable(
  app: Hashing & Pick<App, 'clock'>,
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
