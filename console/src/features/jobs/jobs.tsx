import { CircleCheckBig, Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { explain } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { type JobState, jobStates, paths } from '#console/shell/paths.ts';
import { Confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useToast } from '#ui/toast.tsx';
import { type AskedOfJob, JobTable } from './job-table.tsx';
import { useJobAction, useJobCounts, useJobs } from './use-jobs.tsx';

export function Jobs() {
  const { t } = useTranslation('jobs');
  const [search] = useSearchParams();
  const state = jobStates.find((known) => known === search.get('state')) ?? 'waiting';
  const query = useJobs(state);
  const confirm = useOverlay<AskedOfJob>('confirm-job', { endsWithPage: true });
  return (
    <Page text={t('text')}>
      <StateTabs current={state} />
      <Loaded query={query} skeleton={<SkeletonRows rows={5} className="h-14" />}>
        {(jobs) =>
          jobs.length === 0 ? (
            <EmptyState
              compact
              icon={state === 'dead' ? <CircleCheckBig /> : <Inbox />}
              title={t(`empty.${state}`)}
              text={t(`emptyText.${state}`)}
            />
          ) : (
            <div>
              <JobTable jobs={jobs} state={state} onAsk={confirm.open} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
      <ConfirmJob asked={confirm.props} onClose={() => void confirm.close()} />
    </Page>
  );
}

/** Links rather than buttons: the state is in the address, so it can be kept, sent and gone back from. */
function StateTabs({ current }: { current: JobState }) {
  const { t } = useTranslation('jobs');
  const format = useFormat();
  const { data: counts } = useJobCounts();
  return (
    <nav aria-label={t('states')} className="border-b border-line">
      <ul className="-mb-px flex flex-wrap sm:gap-1">
        {jobStates.map((state) => (
          <li key={state}>
            <Link
              to={paths.jobs(state)}
              replace
              preventScrollReset
              aria-current={state === current ? 'page' : undefined}
              className="flex min-h-10 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap sm:px-3 -outline-offset-3 text-muted transition-colors hover:text-ink aria-[current=page]:border-primary-line aria-[current=page]:text-ink pointer-coarse:h-11"
            >
              {t(`state.${state}`)}
              {counts && (
                <span
                  className={`rounded-badge px-1.5 text-xs leading-5 tabular-nums ${state === 'dead' && counts.dead > 0 ? 'bg-danger-soft text-on-danger-soft' : 'bg-soft text-ink'}`}
                >
                  {format.number(counts[state])}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ConfirmJob({ asked, onClose }: { asked: AskedOfJob | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['jobs', 'shell']);
  const toast = useToast();
  const act = useJobAction();
  const { action = 'retry', job } = asked ?? {};
  const words = { task: job?.task ?? '', id: job?.id ?? '' };
  const confirm = () => {
    if (!job) return;
    act.mutate(
      { action, id: job.id },
      {
        onSuccess: () => toast({ kind: 'success', text: t(`done.${action}`, words) }),
        onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
        onSettled: onClose,
      },
    );
  };
  return (
    <Confirm
      open={asked !== null}
      title={t(`confirm.${action}`)}
      text={t(`confirmText.${action}`, words)}
      action={t(action)}
      cancel={t('shell:cancel')}
      danger={action === 'discard'}
      busy={act.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
