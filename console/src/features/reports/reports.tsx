import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { explain } from '../../lib/explain.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ReportTable } from './report-table.tsx';
import { useCloseReport, useReports } from './use-reports.ts';
import type { Report } from './use-reports.ts';

export function Reports() {
  const { t } = useTranslation();
  const query = useReports();
  // It stays while the dialog closes, so that its words do not vanish before it does.
  const [asked, setAsked] = useState<Report>();
  const [asking, setAsking] = useState(false);
  const ask = (report: Report) => {
    setAsked(report);
    setAsking(true);
  };
  return (
    <Page title={t('section.reports')} text={t('reports.text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={5} className="h-14" />}>
        {(reports) =>
          reports.length === 0 ? (
            <Notice icon={CircleCheckBig} title={t('reports.empty')} text={t('reports.emptyText')} />
          ) : (
            <div>
              <ReportTable reports={reports} onClose={ask} />
              <LoadMore query={query} label={t('loadMore')} />
            </div>
          )
        }
      </Loaded>
      {asked && <ConfirmClose report={asked} open={asking} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function ConfirmClose({ report, open, onClose }: { report: Report; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const close = useCloseReport();
  const name = report.screenName;
  const confirm = () =>
    close.mutate(report, {
      onSuccess: () => toast({ kind: 'success', text: t('reports.closed', { name }) }),
      onError: (error) => toast({ kind: 'danger', text: explain(error, t) }),
      onSettled: onClose,
    });
  return (
    <Confirm
      open={open}
      title={t('reports.confirm')}
      text={t('reports.confirmText', { name })}
      action={t('reports.close')}
      busy={close.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
