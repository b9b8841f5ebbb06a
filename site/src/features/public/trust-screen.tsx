import { useQuery } from '@tanstack/react-query';
import { Bot, ChartNoAxesColumn, Headset, UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, localeOf } from '#client/dates.ts';
import { useQueryClientOfPage } from '#client/query-client.ts';
import { TRUST_SHOWN_FROM, type Trust, type TrustFigures, readTrust } from '#contract/insight/trust.ts';
import { useMoney } from '#site/features/billing/billing-data.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { usePageData } from '#site/shell/page-data.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Sparkline } from './sparkline.tsx';

/** What the brand can be measured by: figures that the server computes and no operator edits. */
export function TrustScreen() {
  const { t } = useTranslation('trust');
  const { title } = useCurrentRoute();
  const { brand } = useShell();
  const trust = useTrust();
  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:py-14">
      <PageHeading always>{title}</PageHeading>
      <p className="mt-3 mb-8 max-w-2xl text-muted sm:text-lg">{t('text', { brand: brand.title })}</p>
      <Loaded query={trust} skeleton={<TrustSkeleton />}>
        {(data) => <Figures trust={data} />}
      </Loaded>
    </div>
  );
}

function useTrust() {
  const { trust } = usePageData();
  return useQuery(
    {
      queryKey: ['trust'],
      queryFn: ({ signal }) => call(readTrust, {}, { signal }),
      ...(trust && { initialData: trust }),
    },
    useQueryClientOfPage(),
  );
}

function Figures({ trust: { latest, months } }: { trust: Trust }) {
  const { t } = useTranslation('trust');
  const words = useWords();
  const money = useMoney();
  if (!latest) {
    return (
      <EmptyState
        icon={<ChartNoAxesColumn aria-hidden="true" />}
        title={t('empty.title')}
        text={t('empty.text')}
      />
    );
  }
  const { figures, measuredSince, day } = latest;
  const history = (figure: keyof TrustFigures) =>
    months.map((one) => ({ month: words.month(one.month), value: one.figures[figure] }));
  const within = (seconds: number | null) =>
    seconds === null ? null : t('within', { time: words.duration(seconds) });
  return (
    <>
      <p className="mb-5 font-medium">{t('date', { date: words.day(Date.parse(day)) })}</p>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <FigureCard title={t('profiles.title')} how={t('profiles.how')} wide>
          <Profiles figures={figures} />
          <History label={t('profiles.chart')} points={history('memberProfiles')} write={words.number} />
        </FigureCard>
        <FigureCard
          title={t('hostReply.title')}
          figure={within(figures.hostReplySeconds)}
          how={t('hostReply.how')}
        >
          <History label={t('hostReply.title')} points={history('hostReplySeconds')} write={words.duration} />
        </FigureCard>
        <FigureCard
          title={t('memberReply.title')}
          figure={within(figures.memberReplySeconds)}
          how={t('memberReply.how')}
        >
          <History
            label={t('memberReply.title')}
            points={history('memberReplySeconds')}
            write={words.duration}
          />
        </FigureCard>
        <FigureCard
          title={t('reports.title')}
          figure={figures.reportsInTime === null ? null : words.share(figures.reportsInTime)}
          how={t('reports.how')}
        >
          <History label={t('reports.title')} points={history('reportsInTime')} write={words.share} />
        </FigureCard>
        <FigureCard
          title={t('refunds.title')}
          figure={
            figures.refunds === null || figures.refundedCents === null
              ? null
              : t('refunds.figure', { count: figures.refunds, amount: money(figures.refundedCents) })
          }
          how={t('refunds.how')}
        >
          <History label={t('refunds.chart')} points={history('refunds')} write={words.number} />
        </FigureCard>
        <FigureCard
          wide
          title={t('uptime.title')}
          figure={figures.uptime === null ? null : words.share(figures.uptime)}
          how={[
            t('uptime.how'),
            measuredSince !== null && t('uptime.since', { date: words.day(measuredSince) }),
          ]
            .filter(Boolean)
            .join(' ')}
        >
          <History label={t('uptime.title')} points={history('uptime')} write={words.share} />
        </FigureCard>
        <FigureCard wide title={t('order.title')} how={t('order.how')} />
      </div>
      <p className="mt-6 text-sm text-muted">{t('fewText', { count: TRUST_SHOWN_FROM })}</p>
    </>
  );
}

type FigureCardProps = {
  title: string;
  /** Null where there is too little to count. Absent where the card shows several. */
  figure?: string | null;
  how: string;
  wide?: boolean;
  children?: ReactNode;
};

function FigureCard({ title, figure, how, wide = false, children }: FigureCardProps) {
  const { t } = useTranslation('trust');
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={wide ? 'space-y-4 md:col-span-2' : 'space-y-4'}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {figure !== undefined && (
        <p className={figure === null ? 'text-muted' : 'heading text-2xl text-balance'}>
          {figure ?? t('few')}
        </p>
      )}
      {children}
      <p className="text-sm text-muted">{how}</p>
    </Card>
  );
}

/** Three numbers side by side, with the marks that profiles and chats carry. */
function Profiles({ figures }: { figures: TrustFigures }) {
  const { t } = useTranslation('trust');
  const words = useWords();
  const kinds = [
    { name: t('profiles.member'), count: figures.memberProfiles, icon: UserRound },
    { name: t('profiles.staff'), count: figures.staffProfiles, icon: Headset },
    { name: t('profiles.ai'), count: figures.aiProfiles, icon: Bot },
  ];
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {kinds.map(({ name, count, icon: Icon }) => (
        <div key={name} className="rounded-field bg-soft p-4">
          <dt className="flex items-center gap-2 text-sm text-muted">
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {name}
          </dt>
          <dd className={count === null ? 'mt-1 text-muted' : 'heading mt-1 text-2xl tabular-nums'}>
            {count === null ? t('few') : words.number(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type HistoryProps = {
  label: string;
  points: readonly { month: string; value: number | null }[];
  write: (value: number) => string;
};

function History({ label, points, write }: HistoryProps) {
  const { t } = useTranslation('trust');
  if (points.length < 2) return <p className="text-sm text-muted">{t('soon')}</p>;
  if (points.filter(({ value }) => value !== null).length < 2) return null;
  return (
    <Sparkline
      title={`${label}. ${t('chart')}`}
      headings={{ month: t('month'), value: t('value') }}
      points={points.map(({ month, value }) => ({
        month,
        value,
        text: value === null ? t('few') : write(value),
      }))}
    />
  );
}

/** Figures and days as they are written in the page's language. The same on the server, whose clock may be elsewhere. */
function useWords() {
  const { language } = useTranslation().i18n;
  const locale = localeOf(language);
  const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    }).format(value);
  return {
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    // Rounded down, so that a minute that was missed is never called a hundred per cent.
    share: (value: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        Math.floor(value * 10_000) / 10_000,
      ),
    duration(seconds: number): string {
      if (seconds < 90) return unit(seconds, 'second');
      if (seconds < 90 * 60) return unit(seconds / 60, 'minute');
      return seconds < 48 * 3_600 ? unit(seconds / 3_600, 'hour') : unit(seconds / 86_400, 'day');
    },
    day: (at: number) => formatDate(at, language, { dateStyle: 'long', timeZone: 'UTC' }),
    month: (month: string) =>
      formatDate(Date.parse(`${month}-01`), language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  };
}

function TrustSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <Skeleton shape="card" className="h-64 w-full md:col-span-2" />
      <Skeleton shape="card" className="h-52 w-full" />
      <Skeleton shape="card" className="h-52 w-full" />
    </div>
  );
}
