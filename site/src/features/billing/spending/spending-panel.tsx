import { Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import type { Spending, SpendingPeriod, SpendingWindow } from '#contract/billing/spending.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Meter } from '#ui/meter.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';
import { useMoney } from '../billing-data.ts';
import { LimitStep } from './limit-step.tsx';
import { PauseStep } from './pause-step.tsx';
import { saveLimit, useSpending } from './spending-data.ts';

type Step = { name: 'overview' } | { name: 'limit'; period: SpendingPeriod } | { name: 'pause' };

/** What was spent, the own limits and the pause. One decision at a time. */
export function SpendingPanel(dialog: PanelProps) {
  const { t } = useTranslation(['spending', 'shell', 'errors']);
  const [step, go] = useState<Step>({ name: 'overview' });
  const spending = useSpending();
  const titles = { overview: t('title'), pause: t('pause.title') };
  const title = step.name === 'limit' ? t(`limit.title.${step.period}`) : titles[step.name];
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={title}
      text={step.name === 'overview' ? t('text') : undefined}
    >
      <Loaded query={spending} skeleton={<RowSkeletons />}>
        {(data) => <StepBody step={step} spending={data} onGo={go} />}
      </Loaded>
    </Dialog>
  );
}

type StepBodyProps = { step: Step; spending: Spending; onGo: (step: Step) => void };

function StepBody({ step, spending, onGo }: StepBodyProps) {
  const back = () => onGo({ name: 'overview' });
  if (step.name === 'pause') return <PauseStep spending={spending} onDone={back} />;
  if (step.name === 'overview') return <Overview spending={spending} onGo={onGo} />;
  const window = spending.windows.find(({ period }) => period === step.period);
  return window && <LimitStep window={window} onDone={back} />;
}

type OverviewProps = Omit<StepBodyProps, 'step'>;

function Overview({ spending, onGo }: OverviewProps) {
  const { t } = useTranslation('spending');
  return (
    <div className="space-y-8">
      <Spent spending={spending} />
      <Section title={t('limits.title')} text={t('limits.text')}>
        <ul className="divide-y divide-line">
          {spending.windows.map((window) => (
            <LimitRow
              key={window.period}
              window={window}
              onChange={() => onGo({ name: 'limit', period: window.period })}
            />
          ))}
        </ul>
      </Section>
      <Pause spending={spending} onGo={onGo} />
      <HelpLines lines={spending.helpLines} />
    </div>
  );
}

type SectionProps = { title: string; text?: string | undefined; children?: ReactNode };

function Section({ title, text, children }: SectionProps) {
  return (
    <section>
      <h3 className="text-xl">{title}</h3>
      {text && <p className="mt-1 mb-3 text-[0.9375rem] text-muted">{text}</p>}
      {children}
    </section>
  );
}

function Spent({ spending: { windows, totalCents, undecidedCents } }: { spending: Spending }) {
  const { t } = useTranslation('spending');
  const money = useMoney();
  const spentIn = (period: SpendingPeriod) =>
    windows.find((window) => window.period === period)?.spentCents ?? 0;
  const sums = [
    { term: t('spent.week'), cents: spentIn('week') },
    { term: t('spent.month'), cents: spentIn('month') },
    { term: t('spent.total'), cents: totalCents },
  ];
  return (
    <Section title={t('spent.title')}>
      <dl className="mt-3 grid grid-cols-1 gap-2 min-[25rem]:grid-cols-3">
        {sums.map(({ term, cents }) => (
          <div
            key={term}
            className="rounded-field bg-soft p-3 max-[25rem]:flex max-[25rem]:items-baseline max-[25rem]:justify-between"
          >
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="heading text-xl tabular-nums">{money(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-muted">
        {t('spent.how')} {undecidedCents > 0 && t('spent.undecided', { amount: money(undecidedCents) })}
      </p>
    </Section>
  );
}

type LimitRowProps = { window: SpendingWindow; onChange: () => void };

function LimitRow({ window, onChange }: LimitRowProps) {
  const { t } = useTranslation('spending');
  const money = useMoney();
  const { period, limitCents, leftCents, spentCents } = window;
  const label = t(`limits.${period}`);
  return (
    <li className="space-y-3 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className={limitCents === null ? 'min-w-0 flex-1' : 'min-w-0 flex-1 basis-72'}>
          {limitCents === null || leftCents === null ? (
            <>
              <p className="font-semibold">{label}</p>
              <p className="text-sm text-muted">{t('limits.none')}</p>
            </>
          ) : (
            <Meter
              label={label}
              value={Math.min(spentCents, limitCents)}
              max={limitCents}
              text={t('limits.left', { left: money(leftCents), limit: money(limitCents) })}
            />
          )}
        </div>
        <Button
          variant="secondary"
          size="sm"
          onClick={onChange}
          aria-label={t(limitCents === null ? 'limits.setOne' : 'limits.changeOne', { period: label })}
        >
          {t(limitCents === null ? 'limits.set' : 'limits.change')}
        </Button>
      </div>
      <NextLimit window={window} />
    </li>
  );
}

/** A higher limit, or none, that does not hold yet and can be taken back. */
function NextLimit({ window: { period, limitCents, next } }: { window: SpendingWindow }) {
  const { t, i18n } = useTranslation('spending');
  const { trackerId } = useMember();
  const toast = useToast();
  const money = useMoney();
  const dates = useDates();
  const [busy, setBusy] = useState(false);
  if (!next) return null;
  const date = dates.time(next.from);
  async function takeBack() {
    setBusy(true);
    await saveLimit(trackerId, period, limitCents).catch((error: unknown) =>
      toast({ kind: 'danger', text: explain(error, i18n) }),
    );
    setBusy(false);
  }
  return (
    <Notice
      action={
        <Button variant="secondary" size="sm" loading={busy} onClick={() => void takeBack()}>
          {t('limits.takeBack')}
        </Button>
      }
    >
      {next.limitCents === null
        ? t('limits.removed', { date })
        : t('limits.raised', { date, limit: money(next.limitCents) })}
    </Notice>
  );
}

function Pause({ spending: { pausedUntil }, onGo }: OverviewProps) {
  const { t } = useTranslation('spending');
  const dates = useDates();
  return (
    <Section
      title={t('pause.title')}
      text={pausedUntil === null ? t('pause.text') : t('pause.running', { date: dates.time(pausedUntil) })}
    >
      <Button variant="secondary" wide onClick={() => onGo({ name: 'pause' })}>
        {t(pausedUntil === null ? 'pause.open' : 'pause.longer')}
      </Button>
    </Section>
  );
}

function HelpLines({ lines }: { lines: Spending['helpLines'] }) {
  const { t } = useTranslation('spending');
  if (lines.length === 0) return null;
  return (
    <Section title={t('help.title')} text={t('help.text')}>
      <ul>
        {lines.map(({ number, name }) => (
          <li key={number}>
            <a
              href={`tel:${number.replaceAll(' ', '')}`}
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary-text underline underline-offset-4"
            >
              <Phone aria-hidden="true" className="size-4" />
              {name} · {number}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
