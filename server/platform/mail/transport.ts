import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { SECOND } from '../clock.ts';
import type { Config } from '../config/config.ts';

/** What a mail program posts to the address in the header of a mail, by RFC 8058. */
export const ONE_CLICK = 'List-Unsubscribe=One-Click';

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
  /** 'kept' means that it was not sent: it stays in the outbox for the console to show. */
  send(mail: OutgoingMail): Promise<'sent' | 'kept'>;
  close(): void;
}

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** What it refuses: there is no such address, the address takes nothing from us, or this mail is not taken. */
  readonly what: 'unknown address' | 'address' | 'mail';

  constructor(message: string, options: ErrorOptions & { what: MailRefused['what'] }) {
    super(message, options);
    this.what = options.what;
  }
}

/** The connection broke when the text was on its way: it is unknown whether the server has it. */
export class MailUnanswered extends Error {
  override readonly name = 'MailUnanswered';
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
    // Four for what is urgent, four for all other mails, four for notifications.
    maxConnections: 12,
    // The queue tries again by itself, later and in the open.
    maxRequeues: 0,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const texts = new Map<string, Readable>();
  mailer.use('stream', ({ data, message }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = read(options);
      texts.set(String(data.messageId), stream);
      return stream;
    };
    done();
  });
  return {
    async send({ id, brand, to, subject, html, text, unsubscribeLink }) {
      const messageId = `<${id}@${brand.domain}>`;
      const message = {
        messageId,
        from: { name: brand.title, address: from ?? `noreply@${brand.domain}` },
        to: { name: '', address: to },
        subject,
        html,
        text,
        textEncoding: 'quoted-printable' as const,
        // Tells holiday notices and other robots not to answer.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // RFC 8058: the mail program may post this to the address, and its user need not open the page.
          ...(unsubscribeLink === undefined ? {} : { 'List-Unsubscribe-Post': ONE_CLICK }),
        },
        ...(unsubscribeLink === undefined ? {} : { list: { unsubscribe: unsubscribeLink } }),
      };
      try {
        await mailer.sendMail(message);
        return 'sent';
      } catch (error) {
        const isTextRead = texts.get(messageId)?.readableDidRead ?? false;
        throw toMailError(error, isTextRead);
      } finally {
        texts.delete(messageId);
      }
    },
    close: () => mailer.close(),
  };
}

/** A refused login is our fault and can be mended, and so is a server that says "later": those errors stay as they are. */
function toMailError(error: unknown, isTextRead: boolean): unknown {
  if (!(error instanceof Error)) return error;
  const { responseCode, code, command, response } = error as SmtpError;
  if (responseCode === undefined)
    return isTextRead ? new MailUnanswered(error.message, { cause: error }) : error;
  if (responseCode < 500 || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return error;
  if (command !== 'RCPT TO') return new MailRefused(error.message, { cause: error, what: 'mail' });
  // RFC 3463: 5.1 is about the address. Others are full, or want no mail of ours.
  const status = /^\d{3}[ -](\d\.\d)\./.exec(response ?? '')?.[1];
  const isUnknown = status === undefined ? responseCode === 550 : status === '5.1';
  return new MailRefused(error.message, { cause: error, what: isUnknown ? 'unknown address' : 'address' });
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };
