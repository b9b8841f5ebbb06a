import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { providers } from '#contract/billing/providers.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Closing, Day, Difference } from './use-books.ts';

const looks: Record<Day['state'], string> = {
  open: 'bg-warning-soft text-on-warning-soft',
  differs: 'bg-danger-soft text-on-danger-soft',
  agrees: 'bg-success-soft text-on-success-soft',
  closed: 'bg-soft text-ink',
};

const stateWords = {
  open: 'state.open',
  differs: 'state.differs',
  agrees: 'state.agrees',
  closed: 'state.closed',
} as const;
const subjectWords = {
  charge: 'subject.charge',
  refund: 'subject.refund',
  chargeback: 'subject.chargeback',
} as const;
const kindWords = {
  missing_here: 'kind.missing_here',
  missing_there: 'kind.missing_there',
  amount: 'kind.amount',
} as const;

interface DayListProps {
  days: readonly Day[];
  onClose: (closing: Closing) => void;
}

/** Days of each merchant account, newest first: green only where the report was there and everything agreed. */
export function DayList({ days, onClose }: DayListProps) {
  return (
    <ul className="flex flex-col divide-y divide-line overflow-clip rounded-card border border-line bg-surface text-[0.8125rem]">
      {days.map((day) => (
        <li
          key={`${day.day} ${day.provider} ${day.merchantAccount}`}
          className="flex flex-col gap-2.5 px-4 py-3"
        >
          <DayHead day={day} onClose={onClose} />
          {day.closed && <Closed closed={day.closed} />}
          {day.differences.length > 0 && (
            <ul className="flex flex-col gap-2">
              {day.differences.map((difference) => (
                <DifferenceItem key={difference.id} difference={difference} onClose={onClose} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function DayHead({ day, onClose }: { day: Day; onClose: (closing: Closing) => void }) {
  const { t } = useTranslation('books');
  const { provider, merchantAccount, state, compared, unanswered, tries, nextTryAt } = day;
  const format = useFormat();
  const name = [format.day(day.day), providers[provider].title, merchantAccount].filter(Boolean).join(' · ');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="font-medium tabular-nums">{name}</span>
      <span className={classNames('rounded-badge px-2 text-xs leading-5 font-semibold', looks[state])}>
        {t(stateWords[state])}
      </span>
      <span className="text-muted">
        {state === 'open' ? t('days.tries', { count: tries }) : t('days.compared', { count: compared })}
        {unanswered > 0 && <> · {t('days.unanswered', { count: unanswered })}</>}
        {nextTryAt !== null && (
          <>
            {' · '}
            {t('days.nextTry')} <Moment at={nextTryAt} />
          </>
        )}
      </span>
      {state === 'open' && (
        <Button
          variant="secondary"
          size="sm"
          className="ms-auto"
          aria-label={t('closeOf', { name })}
          onClick={() => onClose({ what: 'day', name, day: { provider, merchantAccount, day: day.day } })}
        >
          {t('close')}
        </Button>
      )}
    </div>
  );
}

function DifferenceItem({
  difference,
  onClose,
}: {
  difference: Difference;
  onClose: (closing: Closing) => void;
}) {
  const { t } = useTranslation('books');
  const format = useFormat();
  const { id, subject, kind, reference, attemptId, oursCents, theirsCents, closed } = difference;
  const money = (cents: number | null) => (cents === null ? '–' : format.money(cents));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-soft px-3 py-2">
      <span className="font-medium">
        {t(subjectWords[subject])}: {t(kindWords[kind])}
      </span>
      {attemptId === null ? (
        <span className="font-mono text-xs wrap-anywhere text-muted">{reference}</span>
      ) : (
        <Link
          to={paths.findPayments(attemptId)}
          className="relative touch-target font-mono text-xs wrap-anywhere underline underline-offset-2"
        >
          {reference}
        </Link>
      )}
      <span className="tabular-nums">
        {t('days.sums', { ours: money(oursCents), theirs: money(theirsCents) })}
      </span>
      {closed ? (
        <Closed closed={closed} />
      ) : (
        <Button
          variant="secondary"
          size="sm"
          className="ms-auto"
          aria-label={t('closeOf', { name: reference })}
          onClick={() => onClose({ what: 'difference', id, name: reference })}
        >
          {t('close')}
        </Button>
      )}
    </li>
  );
}

function Closed({ closed: { by, reason } }: { closed: NonNullable<Difference['closed']> }) {
  const { t } = useTranslation('books');
  return (
    <span className="wrap-anywhere text-muted">
      {by === null ? t('settledLater') : t('closedBy', { name: by, reason: reason ?? '' })}
    </span>
  );
}
