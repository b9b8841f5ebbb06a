import { ArrowLeft, Check, CircleDot, PenLine, StickyNote, UserCheck, UserX } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { explain, useMe } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { KeyButton } from '#console/shell/key-button.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { OpenTicket, TicketMessage } from '#contract/support/tickets.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { TicketComposer, type ComposerHandle } from './ticket-composer.tsx';
import { type Place, topicWords, useTicket, useTicketActs } from './ticket-data.ts';

/** One ticket: what was written, who wrote it, and the answer. */
export function Ticket() {
  const { t } = useTranslation('tickets');
  const { brand = '', id = '' } = useParams();
  const place = { brand, id };
  const query = useTicket(place);
  const { data: me } = useMe();
  useLiveChanges('ticket', (change) => {
    if (change.id === id && change.staffId !== me?.id) void query.refetch();
  });
  if (query.error instanceof Failure && query.error.code === 'request.not_found')
    return (
      <div className="m-auto">
        <EmptyState compact icon={<UserX />} title={t('gone')} text={t('goneText')} />
      </div>
    );
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={4} className="h-24" />}>
      {(ticket) => <TicketView place={place} ticket={ticket} />}
    </Loaded>
  );
}

interface TicketProps {
  place: Place;
  ticket: OpenTicket;
}

function TicketView({ place, ticket }: TicketProps) {
  const composer = useRef<ComposerHandle>(null);
  const acts = useActs(place, ticket);
  const navigate = useNavigate();
  const { search } = useLocation();
  useKeys({
    r: () => composer.current?.write('reply'),
    i: () => composer.current?.write('note'),
    a: acts.assign,
    e: acts.close,
    Escape: () => void navigate({ pathname: paths.tickets, search }),
  });
  return (
    <article className="flex min-h-0 flex-1 flex-col">
      <TicketHead ticket={ticket} acts={acts} />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 lg:px-6">
        <Writer ticket={ticket} />
        <ol className="flex flex-col gap-3" aria-live="polite">
          {ticket.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      </div>
      <div className="border-t border-line bg-surface px-4 py-3 lg:px-6">
        <Answering ticket={ticket} />
        <TicketComposer ref={composer} place={place} ticket={ticket} />
      </div>
    </article>
  );
}

/** Taking and closing, and what is said where that fails. */
function useActs(place: Place, { status, assignee }: OpenTicket) {
  const { i18n } = useTranslation();
  const toast = useToast();
  const { data: me } = useMe();
  const { assign, close } = useTicketActs(place);
  const isMine = assignee !== null && assignee.staffId === me?.id;
  const onError = (error: unknown) => toast({ kind: 'danger', text: explain(error, i18n), name: 'ticket' });
  return {
    isMine,
    isAssigning: assign.isPending,
    isClosing: close.isPending,
    assign: () => assign.mutate(!isMine, { onError }),
    close: () => close.mutate(status !== 'closed', { onError }),
  };
}

function TicketHead({ ticket, acts }: { ticket: OpenTicket; acts: ReturnType<typeof useActs> }) {
  const { t } = useTranslation(['tickets', 'shell']);
  const { search } = useLocation();
  const { number, topic, status, assignee } = ticket;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 lg:px-6 lg:pt-6">
      <IconLink
        to={{ pathname: paths.tickets, search }}
        label={t('shell:back')}
        icon={<ArrowLeft aria-hidden className="size-5" />}
        className="-ms-2 lg:hidden"
      />
      <div className="min-w-44 flex-1">
        <h2 className="text-lg">
          {t('number', { number })} · {t(topicWords[topic])}
        </h2>
        <p className="text-[0.8125rem] text-muted">
          {t(`state.${status}`)}
          {assignee && ` · ${acts.isMine ? t('mine') : t('assignedTo', { name: assignee.name })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <KeyButton
          variant="secondary"
          loading={acts.isAssigning}
          icon={UserCheck}
          letter="A"
          onClick={acts.assign}
        >
          {t(acts.isMine ? 'release' : 'assign')}
        </KeyButton>
        <KeyButton
          variant="secondary"
          loading={acts.isClosing}
          icon={status === 'closed' ? CircleDot : Check}
          letter="E"
          onClick={acts.close}
        >
          {t(status === 'closed' ? 'reopen' : 'close')}
        </KeyButton>
      </div>
    </header>
  );
}

/** Who wrote, as far as the role may know. */
function Writer({ ticket: { brand, email, language, createdAt, member } }: { ticket: OpenTicket }) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    [t('writer.language'), format.language(language)],
    [t('writer.at'), format.moment(createdAt)],
  ];
  if (email !== null) facts.unshift([t('writer.email'), email]);
  if (member)
    facts.push([
      t(member.signedIn ? 'writer.member' : 'writer.sameAddress'),
      <Link
        key="member"
        to={paths.member(brand, member.accountId)}
        className="text-primary-text underline underline-offset-2"
      >
        {member.screenName}
      </Link>,
    ]);
  return (
    <section aria-label={t('writer.title')} className="rounded-card border border-line bg-surface px-4 py-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {member?.status === 'disabled' && (
        <p className="mt-1 text-[0.8125rem] font-medium">{t('writer.disabled')}</p>
      )}
    </section>
  );
}

function Message({ message: { from, by, text, at } }: { message: TicketMessage }) {
  const { t } = useTranslation('tickets');
  return (
    <li
      className={classNames(
        'max-w-2xl rounded-card px-4 py-3',
        from === 'writer' && 'me-8 self-start border border-line bg-surface',
        from === 'staff' && 'ms-8 self-end bg-primary-soft text-on-primary-soft',
        from === 'note' && 'ms-8 self-end bg-warning-soft text-on-warning-soft',
      )}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-xs">
        <span className="flex items-center gap-1 font-semibold">
          {from === 'note' && <StickyNote aria-hidden className="size-3.5" />}
          {from === 'writer' ? t('from.writer') : t(`from.${from}`, { name: by ?? t('from.somebody') })}
        </span>
        <Moment at={at} />
      </p>
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">{text}</p>
    </li>
  );
}

/** A colleague is at it. Nothing keeps one from answering too. */
function Answering({ ticket: { answering } }: { ticket: OpenTicket }) {
  const { t } = useTranslation('tickets');
  return (
    <div role="status">
      {answering && (
        <Notice tone="warning" icon={<PenLine aria-hidden />} className="mb-2 py-2!">
          {t('answering', { name: answering.name })}
        </Notice>
      )}
    </div>
  );
}
