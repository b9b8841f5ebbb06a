import { z } from 'zod';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { Brand } from '../../brands/directory.ts';
import type { DbOrTx } from '../database/database.ts';
import { newId } from '../ids.ts';
import { enqueue, jobKind } from '../jobs/jobs.ts';
import { renderMail } from './render.ts';
import type { DataOf, MailTemplate } from './templates.ts';

/** Ten attempts span three and a half hours; after that most links would be stale anyway. */
export const sendMail = jobKind('mail.send', z.object({ mailId: z.uuid() }), { maxAttempts: 10 });

export interface NewMail<T extends MailTemplate> {
  brand: Brand;
  /** The member it is for, with whom it will be erased. */
  accountId?: string;
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
  const { brand, accountId, to, language, template, data } = mail;
  const { subject, html, text } = renderMail({ brand: brand.settings, language, template, data });
  const id = newId();
  await db
    .insertInto('mail')
    .values({
      id,
      brand_id: brand.id,
      account_id: accountId ?? null,
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
