/** Notifies members by mail. */

import { autologinLink, unsubscribeLink } from '#server/accounts/account-links.ts';
import { findCredentials } from '#server/accounts/credentials.ts';
import type { App } from '#server/app.ts';
import { recordFailedMail, recordUndeliverable, sendMailNow } from '#server/mails/mail.ts';
import type { NewMail } from '#server/mails/mail.ts';
import type { MailTemplate } from '#server/mails/templates.ts';
import { MailRefused, MailUnanswered } from '#server/platform/mail/transport.ts';
import { NotTaken } from '../channel.ts';
import type { Channel, SendResult, NotificationContent } from '../channel.ts';
import { composeMail } from './notification-mail.ts';

/**
 * A mail server cannot tell that it has a mail already, so one that may have arrived is not sent again. The mail carries
 * the id of its notification.
 */
export const mailChannel: Channel = {
  name: 'mail',
  concurrency: 4,
  repeatable: false,
  async send(app, content, signal) {
    const mail = await writeMail(app, content);
    if (!mail) return 'gone';
    if (signal.aborted) throw new NotTaken('there was no time left to send it');
    return deliver(app, mail);
  },
};

type NotificationMail = NewMail<MailTemplate> & { id: string };

async function deliver(app: App, mail: NotificationMail): Promise<SendResult> {
  try {
    await sendMailNow(app, app.mailTransport, mail);
    return 'sent';
  } catch (error) {
    if (error instanceof MailUnanswered) {
      await recordFailedMail(app, mail, error);
      return 'unknown';
    }
    if (!(error instanceof MailRefused) || error.what === 'mail') {
      const reason = error instanceof Error ? error.message : String(error);
      throw new NotTaken(reason.replaceAll(mail.to, '[recipient]'), { cause: error });
    }
    if (error.what === 'unknown address') await recordUndeliverable(app, app.db, mail.brand.id, mail.to);
    await recordFailedMail(app, mail, error);
    return 'gone';
  }
}

/** Its links live as long as such links do. Nothing where the account is gone. */
async function writeMail({ db }: App, content: NotificationContent): Promise<NotificationMail | undefined> {
  const { id, brand, accountId, origin, language, email: to } = content;
  const account = await findCredentials(db, brand.id, accountId);
  if (!account) return undefined;
  const { mail, path, kinds } = composeMail(content);
  const owner = { accountId, version: account.credentials_version };
  const data = {
    ...mail.data,
    link: autologinLink(origin, owner, { path, trackerId: account.tracker_id }),
    settingsLink: `${origin}/profile#notifications`,
    unsubscribeLink: unsubscribeLink(origin, owner, kinds),
  };
  return { id, brand, accountId, to, language, template: mail.template, data };
}
