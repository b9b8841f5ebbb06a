import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { OwnReport } from '#contract/moderation/reports.ts';
import { KindTag } from '#site/features/people/person-summary.tsx';
import { Loaded } from '#site/shell/loaded.tsx';
import { Tag } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useOwnReports } from './safety-data.ts';

const outcomes = {
  open: { tone: 'warning', words: 'reports.outcomes.open' },
  upheld: { tone: 'success', words: 'reports.outcomes.upheld' },
  dismissed: { tone: 'neutral', words: 'reports.outcomes.dismissed' },
} as const;

/** What the member has reported, and what was decided. */
export function ReportHistory() {
  const { t } = useTranslation('safety');
  const reports = useOwnReports();
  return (
    <Card>
      <Loaded query={reports} skeleton={<RowSkeletons />}>
        {(list) =>
          list.length === 0 ? (
            <p>{t('reports.none')}</p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {list.map((report) => (
                  <ReportRow key={report.id} report={report} />
                ))}
              </ul>
              <p className="mt-3 text-sm text-muted">{t('reports.private')}</p>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function ReportRow({ report }: { report: OwnReport }) {
  const { t } = useTranslation('safety');
  const dates = useDates();
  const { screenName, kind, reason, at, outcome, decidedAt } = report;
  return (
    <li className="space-y-1.5 py-3 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="font-medium">
          {t('reports.about', { name: screenName, reason: t(`reports.reasons.${reason}`) })}
        </p>
        <p className="text-sm text-muted">{t('reports.made', { date: dates.day(at) })}</p>
      </div>
      <KindTag kind={kind} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Tag tone={outcomes[outcome].tone}>{t(outcomes[outcome].words)}</Tag>
        {decidedAt !== null && (
          <span className="text-muted">{t('reports.decided', { date: dates.day(decidedAt) })}</span>
        )}
      </p>
    </li>
  );
}
