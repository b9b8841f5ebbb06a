import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { staffCloseReport, staffListReports } from '../../../../contract/staff/staff.ts';
import { useOverlay } from '../../../../packages/client/overlays.ts';
import { Confirm } from '../../../../packages/ui/confirm.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call, explain } from '../../shell/api.ts';
import { Loaded, NextPage, SkeletonRows } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { type Report, ReportTable } from './report-table.tsx';

export function Reports() {
  const { t } = useTranslation('reports');
  const query = useReports();
  const confirm = useOverlay<Report>('close-report', { endsWithPage: true });
  return (
    <Page text={t('text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={5} className="h-14" />}>
        {(reports) =>
          reports.length === 0 ? (
            <EmptyState compact icon={<CircleCheckBig />} title={t('empty')} text={t('emptyText')} />
          ) : (
            <div>
              <ReportTable reports={reports} onClose={confirm.open} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
      <ConfirmClose report={confirm.props} onClose={() => void confirm.close()} />
    </Page>
  );
}

function ConfirmClose({ report, onClose }: { report: Report | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['reports', 'shell']);
  const toast = useToast();
  const close = useCloseReport();
  const name = report?.screenName ?? '';
  const confirm = () => {
    if (!report) return;
    close.mutate(report, {
      onSuccess: () => toast({ kind: 'success', text: t('closed', { name }) }),
      onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
      onSettled: onClose,
    });
  };
  return (
    <Confirm
      open={report !== null}
      title={t('confirm')}
      text={t('confirmText', { name })}
      action={t('close')}
      cancel={t('shell:cancel')}
      busy={close.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

const LIVE_MS = 30_000;
const reportsKey = ['reports'];

function useReports() {
  return useInfiniteQuery({
    queryKey: reportsKey,
    queryFn: ({ pageParam, signal }) =>
      call(staffListReports, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Whoever has paged on gets a list that holds still.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LIVE_MS),
    select: ({ pages }) => pages.flatMap(({ reports }) => reports),
  });
}

function useCloseReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, brand }: Report) => call(staffCloseReport, { reportId: id, brand }),
    onSettled: () => client.invalidateQueries({ queryKey: reportsKey }),
  });
}
