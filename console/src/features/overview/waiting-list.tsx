import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  BookX,
  CalendarX,
  CircleCheck,
  FileWarning,
  Gavel,
  ListX,
  MessageCircleQuestion,
  MessagesSquare,
  Scale,
  Ticket,
  Undo2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '#client/clock.ts';
import { DAY } from '#client/dates.ts';
import { call, useBrandTitle, useMe } from '#console/shell/api.ts';
import { inBrand, useBrandScope } from '#console/shell/brand-scope.ts';
import { Moment } from '#console/shell/format.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { pages, paths } from '#console/shell/paths.ts';
import { useThrottled } from '#console/shell/use-throttled.ts';
import { QUEUE_COUNTED_TO } from '#contract/kernel/constants.ts';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import { readHome, waitingKindNames, waitingKinds } from '#contract/staff/home.ts';
import type { Waiting, WaitingKind } from '#contract/staff/home.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Tag, type Tone } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Look {
  icon: LucideIcon;
  /** Where something is done about it. */
  to: string;
  /** After how long it waits too long, and much too long. */
  patience: readonly [late: number, tooLate: number];
}

const looks: Record<WaitingKind, Look> = {
  conversations: { icon: MessagesSquare, to: pages.conversations, patience: [15 * MINUTE, HOUR] },
  cases: { icon: Scale, to: pages.moderation, patience: [4 * HOUR, DAY] },
  tickets: { icon: Ticket, to: pages.tickets, patience: [4 * HOUR, DAY] },
  refunds: { icon: Undo2, to: pages.payments, patience: [0, 2 * DAY] },
  disputes: { icon: Gavel, to: pages.payments, patience: [0, 5 * DAY] },
  differences: { icon: BookX, to: pages.books, patience: [DAY, 7 * DAY] },
  unanswered: { icon: MessageCircleQuestion, to: pages.board, patience: [0, 2 * DAY] },
  shifts: { icon: CalendarX, to: pages.shifts, patience: [0, 0] },
  facts: { icon: FileWarning, to: `${pages.overview}#missing-facts`, patience: [0, 0] },
  work: { icon: ListX, to: paths.work(), patience: [0, 0] },
};

export const mayHaveWork = (me: StaffMember) =>
  waitingKindNames.some((kind) => hasRightSomewhere(me, waitingKinds[kind]));

const REFRESH_MS = 30_000;
const EVERY_MS = 2_000;

function useHome() {
  const brand = useBrandScope();
  const query = useQuery({
    queryKey: ['home', brand],
    queryFn: ({ signal }) => call(readHome, brand === undefined ? {} : { brand }, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const refresh = useThrottled(() => void query.refetch(), EVERY_MS);
  useLiveChanges('conversation', refresh);
  useLiveChanges('ticket', refresh);
  useLiveChanges('case', refresh);
  useLiveChanges('board', refresh);
  return query;
}

/** What waits for this person, the oldest first, each with the way there. */
export function WaitingList() {
  const { t } = useTranslation('overview');
  const query = useHome();
  return (
    <section
      aria-labelledby="waiting"
      className="flex flex-col overflow-clip rounded-card border border-line bg-surface"
    >
      <h2 id="waiting" className="px-4 pt-3.5 pb-2 text-base">
        {t('waitingForYou')}
      </h2>
      <Loaded query={query} skeleton={<SkeletonRows rows={4} className="h-12" />}>
        {({ waiting }) =>
          waiting.length === 0 ? (
            <EmptyState
              compact
              icon={<CircleCheck />}
              title={t('nothingWaits')}
              text={t('nothingWaitsText')}
            />
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {waiting.map((each) => (
                <li key={`${each.kind} ${each.brand}`}>
                  <WaitingRow waiting={each} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function WaitingRow({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation('overview');
  const { kind, brand, count, since } = waiting;
  const { icon: Icon, to } = looks[kind];
  const titleOf = useBrandTitle();
  const hasBrands = (useMe().data?.brands.length ?? 0) > 1;
  const isMore = count > QUEUE_COUNTED_TO;
  return (
    <Link
      to={brand === null ? to : inBrand(to, brand)}
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm transition-colors -outline-offset-3 hover:bg-soft/60"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="flex min-w-36 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        {t(`waits.${kind}`, { count: Math.min(count, QUEUE_COUNTED_TO), more: isMore ? '+' : '' })}
        {hasBrands && brand !== null && <span className="text-xs text-muted">{titleOf(brand)}</span>}
      </span>
      {since !== null && <Age kind={kind} since={since} />}
    </Link>
  );
}

function Age({ kind, since }: { kind: WaitingKind; since: number }) {
  const now = useNow();
  const [late, tooLate] = looks[kind].patience;
  const age = now - since;
  const tone: Tone = age >= tooLate ? 'danger' : age >= late ? 'warning' : 'neutral';
  return (
    <Tag tone={tone} className="shrink-0 text-xs tabular-nums">
      <Moment at={since} />
    </Tag>
  );
}
