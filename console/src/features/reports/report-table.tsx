import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../packages/ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Evidence } from './evidence.tsx';
import type { Report } from './use-reports.ts';

interface ReportTableProps {
  reports: readonly Report[];
  onClose: (report: Report) => void;
}

export function ReportTable({ reports, onClose }: ReportTableProps) {
  const { t } = useTranslation();
  const columns: Column<Report>[] = [
    {
      title: t('reports.person'),
      heading: true,
      renderCell: ({ screenName, kind }) => (
        <>
          <span className="block text-sm font-semibold wrap-anywhere">{screenName}</span>
          <span className="block text-xs text-muted">{t(`reports.kind.${kind}`)}</span>
        </>
      ),
    },
    { title: t('reports.brand'), renderCell: ({ brand }) => brand },
    { title: t('reports.reason'), renderCell: ({ reason }) => t(`reports.reason.${reason}`) },
    {
      title: t('reports.words'),
      className: 'md:w-[38%]',
      renderCell: ({ text, messages }) => (
        <>
          {text !== '' && <LongText text={text} more={t('more')} less={t('less')} />}
          <Evidence messages={messages} />
        </>
      ),
    },
    {
      title: t('reports.at'),
      className: 'whitespace-nowrap',
      renderCell: ({ at }) => <Moment at={at} />,
    },
    {
      title: t('actions'),
      align: 'end',
      heading: true,
      renderCell: (report) => (
        <div className="flex max-md:pt-2 md:justify-end">
          <Button
            variant="secondary"
            size="sm"
            icon={<Check aria-hidden className="size-4" />}
            onClick={() => onClose(report)}
          >
            {t('reports.close')}
          </Button>
        </div>
      ),
    },
  ];
  return <DataTable name={t('section.reports')} columns={columns} rows={reports} keyOf={({ id }) => id} />;
}
