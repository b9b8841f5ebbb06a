import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { useDates } from '#client/dates.ts';
import { queryClient } from '#client/query-client.ts';
import { TICKET_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { writing } from '#contract/kernel/text.ts';
import {
  answerLinkedTicket,
  answerOwnTicket,
  readLinkedTicket,
  readOwnTicket,
} from '#contract/support/contact.ts';
import type { TicketThread } from '#contract/support/contact.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { codeOf } from '#site/shell/explain.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { linkTokenOf } from '#site/shell/link-token.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { NarrowCard, PageHeading } from '#site/shell/page-heading.tsx';
import { paths, ticketParameter } from '#site/shell/paths.ts';
import { useMember, useSession } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TicketState, topicWords } from './ticket-state.tsx';

/** A conversation with support: by the link of a mail, or from the member's own list. */
export function TicketScreen() {
  const { title } = useCurrentRoute();
  const linkToken = linkTokenOf(useLocation());
  const [query] = useSearchParams();
  const ticketId = query.get(ticketParameter);
  const { status } = useSession();
  // As the server has drawn it, which knows neither the link nor who is there.
  if (status === 'unknown') return <NarrowCard title={title} />;
  if (linkToken !== undefined) return <LinkedTicket key={linkToken} linkToken={linkToken} />;
  if (status === 'member' && ticketId !== null) return <OwnTicket key={ticketId} ticketId={ticketId} />;
  return <UselessLink />;
}

function LinkedTicket({ linkToken }: { linkToken: string }) {
  return (
    <Conversation
      name={linkToken}
      read={(signal) => call(readLinkedTicket, {}, { signal, linkToken })}
      answer={(message) => call(answerLinkedTicket, message, { linkToken })}
    />
  );
}

function OwnTicket({ ticketId }: { ticketId: string }) {
  const { trackerId } = useMember();
  const own = { trackerId, ticketId };
  return (
    <Conversation
      name={ticketId}
      read={(signal) => call(readOwnTicket, own, { signal })}
      answer={(message) => call(answerOwnTicket, { ...own, ...message })}
    />
  );
}

type Message = { id: string; text: string };
type Reply = { ticket: TicketThread };

type ConversationProps = {
  /** Of the cache's entry. */
  name: string;
  read: (signal: AbortSignal) => Promise<Reply>;
  answer: (message: Message) => Promise<Reply>;
};

function Conversation({ name, read, answer }: ConversationProps) {
  const { t } = useTranslation('pages');
  const queryKey = ['ticket', name];
  const found = useQuery(
    { queryKey, queryFn: ({ signal }) => read(signal), retry: false, staleTime: 0 },
    // A visitor with the link of a mail need not be signed in.
    queryClient,
  );
  if (['link.invalid', 'request.not_found'].includes(codeOf(found.error) ?? '')) return <UselessLink />;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-6 pb-8 sm:py-10">
      <ButtonLink
        to={paths.contact}
        variant="ghost"
        size="sm"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        className="-ml-4 max-sm:hidden"
      >
        {t('ticket.toContact')}
      </ButtonLink>
      <Loaded query={found} skeleton={<RowSkeletons />}>
        {({ ticket }) => (
          <Thread
            ticket={ticket}
            onAnswer={async (message) => {
              queryClient.setQueryData(queryKey, await answer(message));
            }}
          />
        )}
      </Loaded>
    </div>
  );
}

type ThreadProps = { ticket: TicketThread; onAnswer: (message: Message) => Promise<void> };

function Thread({ ticket: { number, topic, status, messages }, onAnswer }: ThreadProps) {
  const { t } = useTranslation('pages');
  const dates = useDates();
  const { title } = useShell().brand;
  return (
    <>
      <PageHeading always>{t('ticket.title', { number })}</PageHeading>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
        {t(topicWords[topic])}
        <TicketState status={status} />
      </div>
      <ol className="mt-6 space-y-3" aria-live="polite">
        {messages.map(({ id, from, text, at }) => (
          <li
            key={id}
            className={classNames(
              'rounded-card p-4',
              from === 'staff' ? 'mr-6 edge bg-surface sm:mr-14' : 'ml-6 bg-soft sm:ml-14',
            )}
          >
            <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
              <span className="font-semibold">
                {from === 'staff' ? t('ticket.staff', { title }) : t('ticket.you')}
              </span>
              <time dateTime={new Date(at).toISOString()}>{dates.time(at)}</time>
            </p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
      <Card className="mt-6">
        <AnswerForm closed={status === 'closed'} onAnswer={onAnswer} />
      </Card>
    </>
  );
}

const schema = z.object({
  text: writing(TICKET_MAX_LETTERS).refine((text) => text !== '', { error: 'contact.empty' }),
});

type AnswerFormProps = { closed: boolean; onAnswer: (message: Message) => Promise<void> };

function AnswerForm({ closed, onAnswer }: AnswerFormProps) {
  const { t } = useTranslation('pages');
  // Stays with the words, so that sending them again is the same message.
  const [id, setId] = useState(() => crypto.randomUUID());
  const form = useSubmitForm({
    defaults: { text: '' },
    schema: async () => schema,
    async submit({ text }) {
      await onAnswer({ id, text });
      form.reset({ text: '' });
      setId(crypto.randomUUID());
    },
    fieldOf: { 'contact.empty': 'text' },
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <TextArea
        {...form.field('text')}
        label={t('ticket.answer')}
        hint={closed ? t('ticket.reopens') : undefined}
        required
        rows={4}
        maxLength={TICKET_MAX_LETTERS}
      />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" loading={form.busy}>
        {t('ticket.send')}
      </Button>
    </form>
  );
}

function UselessLink() {
  const { t } = useTranslation('pages');
  return (
    <NarrowCard title={t('ticket.expiredTitle')} text={t('ticket.expiredText')}>
      <ButtonLink to={paths.contact} size="lg" wide>
        {t('ticket.contact')}
      </ButtonLink>
    </NarrowCard>
  );
}
