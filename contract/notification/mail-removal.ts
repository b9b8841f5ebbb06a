import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { address, code, line } from '../kernel/text.ts';

/** How Mailgun signs: an HMAC over time and token. The time may come as a number. */
const signature = z.object({
  timestamp: z.union([code(20), z.int()]),
  token: code(100).min(1),
  signature: code(128).min(1),
});

/** What every newsletter has a link for. Receipts, resets and the like still go. */
export const refuseMails = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/unsubscribe',
  access: 'member-or-link',
  beforeConsent: true,
  summary: 'No more newsletters, with the link of one or while signed in.',
  linkField: 'token',
  body: spelled({ linkToken: as('token', code(4096).optional()) }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['link.invalid'],
});

/**
 * A mail service tells that somebody wants no more mails, or cannot be reached. The answer is the same whether the
 * address is a member's or nobody's.
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
        recipient: as('recipient', address(320)),
        /** Without a word of what happened it is an unsubscription. */
        kind: as('event', line(40).optional()),
        severity: as('severity', line(40).optional()),
      }),
    ),
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['mail.webhook_off', 'mail.webhook_unsigned'],
});
