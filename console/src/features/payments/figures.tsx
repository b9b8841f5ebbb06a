import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { providers } from '#contract/billing/providers.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readMoneyFigures } from '#contract/staff/payments.ts';
import { useMoneyFigures } from './payment-data.ts';

type MoneyFigures = ReplyOf<typeof readMoneyFigures>;

/** What is due, open, parked, failed or missing: the numbers that alarms go by. */
export function Figures() {
  const query = useMoneyFigures();
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={2} className="h-20" />}>
      {(figures) => <FigureGrid figures={figures} />}
    </Loaded>
  );
}

function FigureGrid({ figures }: { figures: MoneyFigures }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { openAttempts, gates, oldestRenewalSeconds } = figures;
  const open = openAttempts.reduce((sum, { count }) => sum + count, 0);
  const old = openAttempts.filter(({ age }) => age === 'day' || age === 'older');
  const closed = gates.filter(({ state }) => state !== 'open');
  const refused = gates.reduce((sum, gate) => sum + gate.refused, 0);
  return (
    <dl
      aria-label={t('figures.label')}
      className="grid grid-cols-2 max-xs:grid-cols-1 gap-px overflow-clip rounded-card border border-line bg-line lg:grid-cols-4"
    >
      <Figure
        name="dueRenewals"
        value={figures.dueRenewals}
        detail={
          figures.dueRenewals > 0
            ? t('figures.oldest', { time: format.duration(oldestRenewalSeconds) })
            : undefined
        }
      />
      <Figure
        name="openAttempts"
        value={open}
        isBad={old.length > 0}
        detail={old
          .map(
            ({ provider, age, count }) =>
              `${providers[provider].title}: ${count} ${t(`figures.ages.${age}`)}`,
          )
          .join(' · ')}
      />
      <Figure name="parkedEvents" value={figures.parkedEvents} isBad={figures.parkedEvents > 0} />
      <Figure name="failedRefunds" value={figures.failedRefunds} isBad={figures.failedRefunds > 0} />
      <Figure name="missingReceipts" value={figures.missingReceipts} isBad={figures.missingReceipts > 0} />
      <Figure name="differences" value={figures.differences} isBad={figures.differences > 0} />
      <Figure name="tokensToRemove" value={figures.tokensToRemove} />
      <Figure
        name="refused"
        value={refused}
        isBad={refused > 0 && closed.length > 0}
        detail={closed
          .map(({ provider, state }) => `${providers[provider].title}: ${t(`gates.${state}`)}`)
          .join(' · ')}
      />
    </dl>
  );
}

interface FigureProps {
  name:
    | 'dueRenewals'
    | 'openAttempts'
    | 'parkedEvents'
    | 'failedRefunds'
    | 'missingReceipts'
    | 'differences'
    | 'tokensToRemove'
    | 'refused';
  value: number;
  /** It needs attention. */
  isBad?: boolean;
  detail?: string | undefined;
}

function Figure({ name, value, isBad = false, detail }: FigureProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1 bg-surface px-4 py-3.5">
      <dt className="text-[0.8125rem] text-muted">{t(`figures.${name}`)}</dt>
      <dd>
        <span className={`text-xl font-semibold tabular-nums ${isBad ? 'text-danger-text' : ''}`}>
          {format.number(value)}
        </span>
        {detail && <span className="block text-xs text-muted">{detail}</span>}
      </dd>
    </div>
  );
}
