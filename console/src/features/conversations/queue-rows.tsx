import { Forward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useNow } from '#client/clock.ts';
import { useBrandTitle } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { Avatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import type { QueuedConversation } from './queue-data.ts';

const MINUTE = 60_000;
/** From here on a member waits long, and from here on too long. */
const LONG_MS = 10 * MINUTE;
const TOO_LONG_MS = 60 * MINUTE;

function waitingTone({ list, since }: QueuedConversation, now: number): string {
  if (list === 'quiet' || now - since < LONG_MS) return 'text-muted';
  return now - since < TOO_LONG_MS ? 'font-medium text-warning-text' : 'font-semibold text-danger-text';
}

/** The rows of a list. Each is a link, so that it opens as any link does. */
export function QueueRows({ rows }: { rows: readonly QueuedConversation[] }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const { search } = useLocation();
  const now = useNow();
  const titleOf = useBrandTitle();
  return (
    <ul aria-label={t('page.conversations')} className="divide-y divide-line border-b border-line">
      {rows.map((row) => {
        const { brand, id, member, profile, since, preview, handover } = row;
        return (
          <li key={id}>
            <NavLink
              data-queue-row
              to={{ pathname: paths.conversation(brand, id), search }}
              preventScrollReset
              className="flex items-center gap-3 px-4 py-2.5 transition-colors -outline-offset-3 hover:bg-soft/60 aria-[current=page]:bg-soft aria-[current=page]:inset-shadow-[3px_0_0_var(--primary-line)]"
            >
              <Avatar
                name={member.screenName}
                photo={member.photo ? { src: member.photo } : null}
                size="sm"
              />
              <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                <span className="flex items-baseline justify-between gap-2">
                  <span className="truncate font-semibold">{member.screenName}</span>
                  <Moment at={since} className={classNames('shrink-0 text-xs', waitingTone(row, now))} />
                </span>
                <span className="truncate text-[0.8125rem] text-muted">{preview || t('photo.only')}</span>
                <span className="truncate text-xs text-muted">
                  {t('toProfile', { name: profile.screenName, brand: titleOf(brand) })}
                </span>
                {handover && (
                  <span className="flex items-center gap-1 truncate text-xs font-medium text-primary-text">
                    <Forward aria-hidden className="size-3.5 shrink-0" />
                    {t('handover.from', { name: handover.by })}
                  </span>
                )}
              </span>
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
}

export const queueRows = () => [...document.querySelectorAll<HTMLElement>('[data-queue-row]')];
