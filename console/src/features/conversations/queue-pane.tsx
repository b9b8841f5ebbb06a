import { Coffee, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { Avatar } from '../../../../packages/ui/avatar.tsx';
import { Button } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { SelectField } from '../../../../packages/ui/select-field.tsx';
import { RowSkeletons } from '../../../../packages/ui/skeleton.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { explain, useMe } from '../../shell/api.ts';
import { Moment } from '../../shell/format.tsx';
import { Keys, useKeys } from '../../shell/keys.tsx';
import { Loaded, NextPage } from '../../shell/loaded.tsx';
import { usePageTitle } from '../../shell/page.tsx';
import { paths } from '../../shell/paths.ts';
import { type WaitingConversation, useFilter, useNext, useQueue } from './queue-data.ts';

/** Takes the next conversation and opens it. */
export function useOpenNext(): { openNext: () => void; isPending: boolean } {
  const { t, i18n } = useTranslation('conversations');
  const [filter] = useFilter();
  const { search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const next = useNext(filter);
  const openNext = () => {
    if (next.isPending) return;
    next.mutate(undefined, {
      onSuccess: (taken) => {
        if (taken) void navigate({ pathname: paths.conversation(taken.brand, taken.id), search });
        else toast({ name: 'queue', text: t('noneWaits') });
      },
      onError: (error) => toast({ name: 'queue', kind: 'danger', text: explain(error, i18n) }),
    });
  };
  return { openNext, isPending: next.isPending };
}

/** Who waits, the longest waiting first, and the button that hands over the next one. */
export function QueuePane() {
  const { t } = useTranslation(['conversations', 'shell']);
  const title = usePageTitle();
  const [filter, change] = useFilter();
  const { data: me } = useMe();
  const query = useQueue(filter);
  const { openNext, isPending } = useOpenNext();
  useKeys({ n: openNext, j: () => moveFocus(1), k: () => moveFocus(-1) });
  return (
    <>
      <header className="flex flex-col gap-3 px-4 pt-5 pb-3 lg:pt-6">
        <div className="flex items-center justify-between gap-3">
          <h1 id="queue-title" tabIndex={-1} className="text-xl outline-none">
            {title}
          </h1>
          <Button
            size="sm"
            loading={isPending}
            icon={<SkipForward aria-hidden className="size-4" />}
            onClick={openNext}
          >
            {t('next')}
            <Keys keys={['N']} />
          </Button>
        </div>
        <SelectField
          dense
          label={t('brand')}
          value={filter.brand ?? ''}
          onChange={(event) => change({ brand: event.target.value })}
          options={[
            { value: '', label: t('anyBrand') },
            ...(me?.brands ?? []).map(({ key, title: name }) => ({ value: key, label: name })),
          ]}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded
          query={query}
          skeleton={
            <div className="px-4 py-2">
              <RowSkeletons rows={6} />
            </div>
          }
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState compact icon={<Coffee />} title={t('empty')} text={t('emptyText')} />
            ) : (
              <>
                <QueueList rows={rows} />
                <NextPage query={query} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function QueueList({ rows }: { rows: readonly WaitingConversation[] }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const { search } = useLocation();
  return (
    <ul aria-label={t('shell:section.conversations')} className="divide-y divide-line border-b border-line">
      {rows.map(({ brand, id, member, profile, waitingSince, preview }) => (
        <li key={id}>
          <NavLink
            data-queue-row
            to={{ pathname: paths.conversation(brand, id), search }}
            preventScrollReset
            className="flex items-center gap-3 px-4 py-2.5 transition-colors -outline-offset-3 hover:bg-soft/60 aria-[current=page]:bg-soft aria-[current=page]:inset-shadow-[3px_0_0_var(--primary-line)]"
          >
            <Avatar name={member.screenName} photo={member.photo ? { src: member.photo } : null} size="sm" />
            <span className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span className="flex items-baseline justify-between gap-2">
                <span className="truncate font-semibold">{member.screenName}</span>
                <Moment at={waitingSince} className="shrink-0 text-xs text-muted" />
              </span>
              <span className="truncate text-[13px] text-muted">{preview || t('photo.only')}</span>
              <span className="truncate text-xs text-muted">
                {t('toProfile', { name: profile.screenName, brand })}
              </span>
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Moves the keyboard's focus up or down the list; it begins at the open conversation. Enter opens, as with any link. */
function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-queue-row]')];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const current = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'page');
  const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + by));
  rows[next]?.focus();
}
