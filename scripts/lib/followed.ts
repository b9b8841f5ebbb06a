/** What has to be opened to follow something that people do, from the button over the row to the other one's screen or the receipt. */

import type { Fault, Imports } from './architecture-rules.ts';

export interface Walk {
  what: string;
  /** More than these, and something that is one concept lies in pieces. */
  most: number;
  /** In the order in which they are read. */
  files: readonly string[];
}

const chat = 'site/src/features/chat';
const news = 'site/src/features/notifications';
const shop = 'site/src/features/billing';
const money = 'server/billing';

/** From the announcement on, for a member's message as for a host's. */
const toTheReader = [
  'server/messaging/describe-message.ts',
  'contract/chat/live.ts',
  `${chat}/data/chat-events.ts`,
  `${chat}/data/messages-data.ts`,
  `${chat}/data/thread.ts`,
  `${chat}/conversation/thread-view.tsx`,
  `${chat}/conversation/rows.ts`,
  `${chat}/conversation/message-row.tsx`,
];

export const walks: readonly Walk[] = [
  {
    what: 'A message',
    most: 24,
    files: [
      `${chat}/conversation/composer.tsx`,
      `${chat}/conversation/use-composer.ts`,
      `${chat}/data/outbox.ts`,
      'contract/chat/sending.ts',
      'server/messaging/sending.ts',
      'server/messaging/outgoing.ts',
      'server/messaging/message-writer.ts',
      'server/messaging/open-conversation.ts',
      'server/messaging/write-messages.sql.ts',
      'server/messaging/rules/message-price.sql',
      'server/messaging/rules/closed-conversation.sql',
      'server/messaging/rules/withheld-words.sql',
      'server/credits/ledger.ts',
      'server/notifications/queue.ts',
      'server/messaging/announcing.ts',
      'server/messaging/profile-summaries.ts',
      ...toTheReader,
    ],
  },
  {
    what: 'A like',
    most: 16,
    files: [
      'site/src/features/people/likes.tsx',
      'contract/discovery/deck.ts',
      'server/discovery/reactions/likes-and-visits.ts',
      'server/discovery/reactions/pair.ts',
      'server/discovery/reach.ts',
      'server/discovery/rules/like-price.sql',
      'server/credits/ledger.ts',
      'server/discovery/reactions/notify.ts',
      'server/notifications/queue.ts',
      'server/profiles/profile-summary.ts',
      `${news}/use-news.ts`,
      `${news}/news.ts`,
      'site/src/shell/me.ts',
      `${news}/news-card.tsx`,
      `${news}/news-cards.tsx`,
    ],
  },
  {
    what: 'A host’s answer',
    most: 20,
    files: [
      'console/src/features/conversations/composer/composer.tsx',
      'console/src/features/conversations/composer/use-sending.ts',
      'contract/staff/chat.ts',
      'server/hosts/replying.ts',
      'server/hosts/claims.ts',
      'server/hosts/thread.ts',
      'server/hosts/check-reply.ts',
      'server/messaging/sending.ts',
      'server/messaging/outgoing.ts',
      'server/messaging/message-writer.ts',
      'server/messaging/write-messages.sql.ts',
      'server/messaging/announcing.ts',
      ...toTheReader,
    ],
  },
  {
    what: 'A purchase by card',
    most: 30,
    files: [
      `${shop}/plans/plan-form.tsx`,
      'contract/billing/orders.ts',
      `${shop}/pay/pay-form.tsx`,
      `${shop}/pay/use-charge.ts`,
      `${shop}/pay/pay-order.ts`,
      `${money}/orders/orders.ts`,
      `${money}/orders/checkout.sql.ts`,
      `${money}/orders/quote-plan.ts`,
      `${money}/orders/orders.sql.ts`,
      'contract/billing/charges.ts',
      `${money}/payments/pay-by-card.ts`,
      `${money}/payments/pay.ts`,
      `${money}/orders/consent.ts`,
      `${money}/orders/payment-blocks.ts`,
      `${money}/payments/charge.ts`,
      `${money}/payments/begin-attempts.sql.ts`,
      `${money}/providers/provider.ts`,
      `${money}/providers/adyen/charge.ts`,
      `${money}/providers/adyen/webhook.ts`,
      `${money}/incoming/webhooks.ts`,
      `${money}/payments/record-outcome.ts`,
      `${money}/payments/charge-facts.sql.ts`,
      `${money}/payments/decide-charge.ts`,
      `${money}/books/bookkeeping.ts`,
      `${money}/payments/write-changes.sql.ts`,
      `${money}/payments/change-parts.sql.ts`,
      `${money}/books/issue-document.ts`,
      `${money}/books/document-facts.ts`,
      `${money}/books/documents.sql.ts`,
      'server/mails/mail.ts',
    ],
  },
];

/** A walk that is too long, or a file on it to which none of those before leads. */
export function findWalkFaults(
  { what, most, files }: Walk,
  imports: Imports,
  textOf: (file: string) => string,
): Fault[] {
  const uses = (one: string, other: string) =>
    (imports.get(one) ?? []).some(({ from }) => from === other) ||
    fills(textOf(one), textOf(other)) ||
    (other.endsWith('.sql') && functionsIn(textOf(other)).some((name) => textOf(one).includes(`${name}(`)));
  const lost = files.filter((file, index) => {
    const before = files.slice(0, index);
    return index > 0 && !before.some((one) => uses(one, file) || uses(file, one));
  });
  return [
    ...(files.length > most
      ? [[`${what} is followed in too many files`, `${files.length} of ${most}`] as const]
      : []),
    ...lost.map(
      (file) => [`${what} is not followed this way`, `no file before ${file} leads to it`] as const,
    ),
  ];
}

const functionsIn = (sql: string) => Array.from(sql.matchAll(/\bfunction (\w+)\(/g), ([, name = '']) => name);

/** Work that waits is found by its table: what puts a row into it leads to the queue. */
function fills(writer: string, queue: string): boolean {
  const [, table] = /\btable: '(\w+)'/.exec(queue) ?? [];
  return queue.includes('queue({') && table !== undefined && writer.includes(`insert into ${table} `);
}
