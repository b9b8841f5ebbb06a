import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../../../contract/kernel/endpoint.ts';
import type { staffListReports } from '../../../../contract/staff/staff.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { type Column, DataTable } from '../../../../packages/ui/data-table.tsx';
import { LongText } from '../../../../packages/ui/long-text.tsx';
import { VisuallyHidden } from '../../../../packages/ui/visually-hidden.tsx';
import { Moment } from '../../shell/format.tsx';

export type Report = ReplyOf<typeof staffListReports>['reports'][number];

interface ReportTableProps {
  reports: readonly Report[];
  onClose: (report: Report) => void;
}

export function ReportTable({ reports, onClose }: ReportTableProps) {
  const { t } = useTranslation(['reports', 'shell']);
  const columns: Column<Report>[] = [
    {
      title: t('person'),
      heading: true,
      renderCell: ({ screenName, kind }) => (
        <>
          <span className="block text-sm font-semibold wrap-anywhere">{screenName}</span>
          <span className="block text-xs text-muted">{t(`kind.${kind}`)}</span>
        </>
      ),
    },
    { title: t('brand'), renderCell: ({ brand }) => brand },
    { title: t('reason'), renderCell: ({ reason }) => t(`reasons.${reason}`) },
    {
      title: t('words'),
      className: 'md:w-[38%]',
      renderCell: ({ text, messages, screenName }) => (
        <>
          {text !== '' && <LongText text={text} more={t('shell:showAll')} less={t('shell:showLess')} />}
          <Evidence messages={messages} screenName={screenName} />
        </>
      ),
    },
    {
      title: t('at'),
      className: 'whitespace-nowrap',
      renderCell: ({ at }) => <Moment at={at} />,
    },
    {
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (report) => (
        <div className="flex max-md:pt-2 md:justify-end">
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('closeOf', { name: report.screenName })}
            icon={<Check aria-hidden className="size-4" />}
            onClick={() => onClose(report)}
          >
            {t('close')}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <DataTable name={t('shell:section.reports')} columns={columns} rows={reports} keyOf={({ id }) => id} />
  );
}

/** What was said between the two, for whoever wants to read it. */
function Evidence({ messages, screenName }: Pick<Report, 'messages' | 'screenName'>) {
  const { t } = useTranslation(['reports', 'shell']);
  if (messages.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="relative touch-target w-fit cursor-pointer text-xs font-medium text-primary-text underline underline-offset-2">
        {t('messages', { count: messages.length })}
        <VisuallyHidden> · {screenName}</VisuallyHidden>
      </summary>
      <ol className="mt-2 flex max-h-72 flex-col gap-2 overflow-y-auto pe-2">
        {messages.map(({ id, from, text, at, hasPhoto }) => (
          <li key={id} className="text-sm">
            <span className="block text-xs text-muted">
              {t(from === 'reported' ? 'from.reported' : 'from.reporter')} · <Moment at={at} />
            </span>
            <span className="block wrap-anywhere whitespace-pre-wrap">{text}</span>
            {hasPhoto && <span className="block text-xs text-muted">{t('photo')}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
