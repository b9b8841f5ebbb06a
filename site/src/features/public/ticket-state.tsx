import { useTranslation } from 'react-i18next';
import type { TicketStatus, TicketTopic } from '#contract/support/contact.ts';
import { Tag } from '#ui/badge.tsx';

export const topicWords = {
  account: 'contact.topics.account',
  payment: 'contact.topics.payment',
  safety: 'contact.topics.safety',
  privacy: 'contact.topics.privacy',
  other: 'contact.topics.other',
} as const satisfies Record<TicketTopic, string>;

const tones = { open: 'neutral', waiting: 'success', closed: 'neutral' } as const;
const words = {
  open: 'ticket.states.open',
  waiting: 'ticket.states.waiting',
  closed: 'ticket.states.closed',
} as const;

/** How far a conversation with support has come, as its writer sees it. */
export function TicketState({ status }: { status: TicketStatus }) {
  const { t } = useTranslation('pages');
  return <Tag tone={tones[status]}>{t(words[status])}</Tag>;
}
