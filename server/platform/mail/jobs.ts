import type { App } from '../../app.ts';
import type { Tx } from '../database/database.ts';
import { GiveUp, handle } from '../jobs/jobs.ts';
import type { JobInfo } from '../jobs/jobs.ts';
import { redact } from '../telemetry/log.ts';
import { findUnsubscribeLink } from './layout.ts';
import { sendMail } from './queue-mail.ts';
import { MailRefused } from './transport.ts';
import { isUndeliverable } from './undeliverable.ts';

const LONGEST_ERROR = 2000;

/**
 * The row stays locked while the mail is under way, so nobody else sends it. A mail server answers or times out
 * well before the lock would.
 */
async function deliver(app: App, { mailId }: { mailId: string }, { last }: JobInfo): Promise<void> {
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
      app.metrics.mails.inc({ template, outcome: 'failed' });
      return undefined;
    }
    try {
      const unsubscribeLink = findUnsubscribeLink(html);
      const outcome = await app.mailTransport.send({
        id: mailId,
        brand,
        to,
        subject,
        html,
        text,
        unsubscribeLink,
      });
      await recordOutcome(app, tx, mailId, outcome);
      app.metrics.mails.inc({ template, outcome });
      return undefined;
    } catch (error) {
      const hopeless = error instanceof MailRefused;
      const reason = describe(error, to);
      const status = hopeless || last ? 'failed' : 'queued';
      await tx.updateTable('mail').set({ status, error: reason }).where('id', '=', mailId).execute();
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

/** Mail servers like to repeat the address in their answer. */
function describe(error: unknown, recipient: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const hidden = redact(text).replaceAll(recipient, '[recipient]').replaceAll('\0', '');
  return hidden.slice(0, LONGEST_ERROR).toWellFormed();
}

export const mailJobs = [handle(sendMail, deliver, { timeoutSeconds: 50 })];
