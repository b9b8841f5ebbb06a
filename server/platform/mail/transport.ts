import { createTransport } from 'nodemailer';
import { SECOND } from '../clock.ts';
import type { Config } from '../config/config.ts';

export interface OutgoingMail {
  id: string;
  brand: { title: string; domain: string };
  to: string;
  subject: string;
  html: string;
  text: string;
  unsubscribeLink?: string | undefined;
}

export interface MailTransport {
  /** 'kept' means that nobody has got it: it stays in the outbox for the console to show. */
  send(mail: OutgoingMail): Promise<'sent' | 'kept'>;
  close(): void;
}

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export const outboxTransport: MailTransport = { send: () => Promise.resolve('kept'), close: () => {} };

export function chooseTransport({ mail }: { mail: Pick<Config['mail'], 'smtpUrl' | 'from'> }): MailTransport {
  return mail.smtpUrl === undefined ? outboxTransport : smtpTransport(mail.smtpUrl, mail.from);
}

/**
 * `smtps://` is encrypted from the start, `smtp://` as soon as the server offers it, `?requireTLS=true` insists.
 * The mail's id is its Message-ID: if we crash between the server's yes and our note of it, the mail goes out
 * again under the same name, and the receiver can tell.
 */
export function smtpTransport(url: string, from?: string): MailTransport {
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // Jobs try again by themselves, later and in the open.
    maxRequeues: 0,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, brand, to, subject, html, text, unsubscribeLink }) {
      const message = {
        messageId: `<${id}@${brand.domain}>`,
        from: { name: brand.title, address: from ?? `noreply@${brand.domain}` },
        to: { name: '', address: to },
        subject,
        html,
        text,
        textEncoding: 'quoted-printable' as const,
        // Tells holiday notices and other robots not to answer.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        ...(unsubscribeLink === undefined ? {} : { list: { unsubscribe: unsubscribeLink } }),
      };
      try {
        await mailer.sendMail(message);
        return 'sent';
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
    },
    close: () => mailer.close(),
  };
}

/** Its answer to the address or to the mail itself. A refused login is our fault and can be mended. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
}
