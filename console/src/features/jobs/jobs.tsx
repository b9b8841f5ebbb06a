import { CircleCheckBig, Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ConfirmJob } from './confirm-job.tsx';
import type { AskedOfJob } from './confirm-job.tsx';
import { jobStates } from './job-states.ts';
import { JobTable } from './job-table.tsx';
import { StateTabs } from './state-tabs.tsx';
import { useJobs } from './use-jobs.ts';

export function Jobs() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const state = jobStates.find((known) => known === search.get('state')) ?? 'waiting';
  const query = useJobs(state);
  const [asked, setAsked] = useState<AskedOfJob>();
  const [asking, setAsking] = useState(false);
  const ask = (next: AskedOfJob) => {
    setAsked(next);
    setAsking(true);
  };
  return (
    <Page title={t('section.jobs')} text={t('jobs.text')}>
      <StateTabs current={state} />
      <Loaded query={query} skeleton={<SkeletonRows rows={5} className="h-14" />}>
        {(jobs) =>
          jobs.length === 0 ? (
            <Notice
              icon={state === 'dead' ? CircleCheckBig : Inbox}
              title={t(`jobs.empty.${state}`)}
              text={t(`jobs.emptyText.${state}`)}
            />
          ) : (
            <div>
              <JobTable jobs={jobs} state={state} onAsk={ask} />
              <LoadMore query={query} label={t('loadMore')} />
            </div>
          )
        }
      </Loaded>
      {asked && <ConfirmJob asked={asked} open={asking} onClose={() => setAsking(false)} />}
    </Page>
  );
}
