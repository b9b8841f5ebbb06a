import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { jobStates } from './job-states.ts';
import type { JobState } from './job-states.ts';
import { useJobCounts } from './use-jobs.ts';

/** Links rather than buttons: the state is in the address, so it can be kept, sent and gone back from. */
export function StateTabs({ current }: { current: JobState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: counts } = useJobCounts();
  return (
    <nav aria-label={t('jobs.states')} className="border-b border-line">
      <ul className="-mb-px flex overflow-x-auto sm:gap-1">
        {jobStates.map((state) => (
          <li key={state}>
            <Link
              to={{ search: `?state=${state}` }}
              replace
              preventScrollReset
              aria-current={state === current ? 'page' : undefined}
              className="flex h-10 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap sm:px-3 -outline-offset-3 text-muted transition-colors hover:text-ink aria-[current=page]:border-primary-line aria-[current=page]:text-ink pointer-coarse:h-11"
            >
              {t(`jobs.state.${state}`)}
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
