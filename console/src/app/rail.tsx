import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { StaffMember } from '../../../contract/staff/staff.ts';
import { Skeleton } from '../../../packages/ui/skeleton.tsx';
import { useJobCounts } from '../features/jobs/use-jobs.ts';
import { useFormat } from '../lib/format.ts';
import { PersonMenu } from './person-menu.tsx';
import { sectionsOf } from './sections.ts';
import { Wordmark } from './wordmark.tsx';

interface RailProps {
  me: StaffMember | undefined;
  onLeave?: () => void;
}

export function Rail({ me, onLeave }: RailProps) {
  return (
    <div className="flex h-full flex-col gap-6 p-3 pt-5">
      <div className="px-2">
        <Wordmark />
      </div>
      {me ? <Sections role={me.role} onLeave={onLeave} /> : <SectionsSkeleton />}
      <div className="mt-auto">{me ? <PersonMenu me={me} /> : <Skeleton className="h-12" />}</div>
    </div>
  );
}

function Sections({ role, onLeave }: { role: StaffMember['role']; onLeave: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('sections')}>
      <ul className="flex flex-col gap-0.5">
        {sectionsOf(role).map(({ path, word, icon: Icon }) => (
          <li key={path}>
            <NavLink
              to={path}
              end={path === '/'}
              onClick={onLeave}
              className="group flex h-9 items-center gap-2.5 rounded-field px-2.5 text-sm font-medium text-muted transition-colors hover:bg-soft hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft pointer-coarse:h-11"
            >
              <Icon aria-hidden className="size-[18px] shrink-0" />
              {t(word)}
              {path === '/jobs' && <DeadJobs />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Work that has given up waits for a person, so the rail says how much there is. */
function DeadJobs() {
  const { t } = useTranslation();
  const format = useFormat();
  const dead = useJobCounts().data?.dead ?? 0;
  if (dead === 0) return null;
  return (
    <span className="ms-auto rounded-badge bg-danger-soft px-1.5 text-xs font-semibold text-on-danger-soft tabular-nums">
      <span aria-hidden>{format.number(dead)}</span>
      <span className="sr-only">{t('jobs.deadCount', { count: dead })}</span>
    </span>
  );
}

function SectionsSkeleton() {
  return (
    <div className="flex flex-col gap-2 px-2">
      {['w-24', 'w-20', 'w-16', 'w-22'].map((width) => (
        <Skeleton key={width} className={`my-1.5 h-4 ${width}`} />
      ))}
    </div>
  );
}
