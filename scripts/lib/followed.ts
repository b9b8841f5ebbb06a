/** What has to be opened to follow something that people do, from the button over the row to the other one's screen. */

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
const billing = 'server/billing';

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
      `${shop}/chosen-plan.ts`,
      `${shop}/pay/purchase.ts`,
      `${shop}/pay/pay-screen.tsx`,
      `${shop}/pay/pay-form.tsx`,
      `${shop}/pay/card-form.tsx`,
      `${shop}/pay/use-charge.ts`,
      `${shop}/pay/pay-order.ts`,
      'contract/billing/orders.ts',
      `${billing}/orders/orders.ts`,
      `${billing}/orders/checkout.sql.ts`,
      `${billing}/orders/quote-plan.ts`,
      `${billing}/orders/orders.sql.ts`,
      'contract/billing/charges.ts',
      `${billing}/payments/pay-by-card.ts`,
      `${billing}/orders/payment-rules.ts`,
      `${billing}/payments/pay.ts`,
      `${billing}/orders/consent.ts`,
      `${billing}/payments/charge.ts`,
      `${billing}/payments/begin-attempts.sql.ts`,
      `${billing}/payments/record-outcome.ts`,
      `${billing}/payments/charge-facts.sql.ts`,
      `${billing}/payments/decide-charge.ts`,
      `${billing}/payments/write-changes.sql.ts`,
      `${billing}/payments/change-parts.sql.ts`,
      `${billing}/payments/payment-status.ts`,
      'contract/billing/member-billing.ts',
      `${billing}/books/document-pdf.ts`,
      `${billing}/books/document-text.ts`,
      `${billing}/books/issue-document.ts`,
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
