import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import type { ReplyOf } from '../kernel/endpoint.ts';
import { emailText } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code, line } from '../kernel/text.ts';
import { notificationKind } from './kinds.ts';

/** How Mailgun signs: an HMAC over time and token. The time may come as a number. */
const signature = z.object({
  timestamp: z.union([code(20), z.int()]),
  token: code(100).min(1),
  signature: code(128).min(1),
});

/** The mails that a member can refuse. Receipts, resets and the like still go. */
export const MAIL_KINDS = [...notificationKind.options, 'newsletter'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export const mailKinds = z.array(z.enum(MAIL_KINDS)).max(MAIL_KINDS.length);

const byMemberOrLink = {
  host: 'api',
  method: 'POST',
  access: 'member-or-link',
  beforeConsent: true,
  linkField: 'token',
} as const;
const linkToken = as('token', code(4096).optional());

export const readMailChoices = endpoint({
  ...byMemberOrLink,
  path: '/users/unsubscribe/choices',
  summary: 'Which mails come, with the link of one or while signed in.',
  body: spelled({ linkToken }),
  reply: z.object({
    /** Masked: the holder of the link need not be its owner. */
    email: line(254),
    /** The sorts of mail that the link came with; none without a link. */
    ofLink: mailKinds,
    wanted: mailKinds,
  }),
  errors: ['link.invalid'],
});
export type MailChoices = ReplyOf<typeof readMailChoices>;

/** Without a word of which, those that the link came with; and newsletters where there is no link. */
export const refuseMails = endpoint({
  ...byMemberOrLink,
  path: '/users/unsubscribe',
  summary: 'No more mails of some sorts, with the link of one or while signed in.',
  body: spelled({ linkToken, kinds: as('kinds', mailKinds.optional()) }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['link.invalid'],
});

/** The answer is the same whether or not the address is a member's. */
export const requestUnsubscribeLink = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/unsubscribe/link',
  access: 'visitor',
  summary: 'A mail with a link to refuse mails, to the owner of this address.',
  body: z.object({ email: emailText }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['field.email'],
});

/** A Message-ID of ours, with or without its brackets: the id of the mail before the domain. */
const messageId = line(320).optional();

/**
 * A mail service reports that a receiver wants no more mails, or cannot be reached. Its signature does not cover whom it is about,
 * so the address it names is not read: it was the recipient of that mail of ours. The answer is the same for one that is none.
 */
export const removeFromMails = endpoint({
  host: 'cron',
  method: 'POST',
  path: '/mailRemove',
  access: 'visitor',
  summary: 'The webhook of the mail service: an unsubscription, a complaint, an address that does not exist.',
  body: spelled({
    signature: as('signature', signature),
    event: as(
      'event-data',
      spelled({
        message: as(
          'message',
          spelled({
            headers: as('headers', spelled({ messageId: as('message-id', messageId) }).optional()),
          }).optional(),
        ),
        /** Without a kind of event it is an unsubscription. */
        kind: as('event', line(40).optional()),
        severity: as('severity', line(40).optional()),
      }),
    ),
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['mail.webhook_off', 'mail.webhook_unsigned'],
});
