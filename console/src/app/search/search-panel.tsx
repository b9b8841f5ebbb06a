import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { History, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#console/shell/api.ts';
import { Keys } from '#console/shell/keys.tsx';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { useCountedDialog } from '#ui/open-dialogs.ts';
import { Spinner } from '#ui/spinner.tsx';
import { type Entry, type EntryGroup, matchEntries } from './entry.ts';
import { type Found, useFoundMembers, useFoundPayments } from './found-entries.ts';
import { useActEntries, useBrandEntries, usePageEntries } from './own-entries.ts';
import { readRecent, rememberRecent } from './recent.ts';

interface SearchPanelProps {
  close: () => Promise<void>;
  /** Leads there, and closes. */
  go: (to: string) => void;
}

/** Pages, acts, brands, members and payments by name, with the keyboard alone. */
export function SearchPanel({ close, go }: SearchPanelProps) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  useCountedDialog(true);
  // Without it there is nothing to find, and no field to take the focus.
  if (!me) return null;
  return (
    <Dialog.Root open onOpenChange={(next) => void (next || close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-2 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={t('search.title')}
            className="flex max-h-[min(34rem,calc(100dvh-1rem))] w-full max-w-xl flex-col overflow-clip rounded-card border border-line bg-raised text-ink shadow-raised outline-none"
          >
            <Palette me={me} close={close} go={go} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ me, close, go }: SearchPanelProps & { me: StaffMember }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { groups, sources } = useGroups(me, typed);
  const isFetching = sources.some((source) => source.isFetching);
  const failed = sources.filter((source) => source.isError);

  function choose({ id, title, detail, act }: Entry): void {
    if ('run' in act) {
      void close().then(act.run);
      return;
    }
    rememberRecent({ id, title, ...(detail && { detail }), to: act.to });
    go(act.to);
  }

  return (
    <Autocomplete.Root
      open
      inline
      // The entries already match what was typed.
      mode="none"
      filter={null}
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={({ title }: Entry) => title}
      value={typed}
      onValueChange={(next, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setTyped(next);
      }}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label={t('search.title')}
          placeholder={t('search.hint')}
          maxLength={200}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="h-13 min-w-0 flex-1 bg-transparent text-[0.9375rem] outline-none placeholder:text-muted"
        />
        {isFetching ? <Spinner size="sm" /> : <Keys keys={['Esc']} />}
        <Dialog.Close className="sr-only">{t('close')}</Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
        <Autocomplete.Status className="sr-only">
          {isFetching ? t('loading') : t('search.count', { count: countOf(groups) })}
        </Autocomplete.Status>
        {groups.length === 0 && !isFetching && failed.length === 0 && (
          <p className="px-3 py-8 text-center text-sm text-muted">{t('search.nothing', { text: typed })}</p>
        )}
        <Autocomplete.List aria-label={t('search.title')}>
          {(group: EntryGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="not-first:mt-1.5">
              <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-[0.6875rem] font-medium tracking-wide text-muted uppercase">
                {t(`search.groups.${group.value}`)}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => <Row key={entry.id} entry={entry} onChoose={choose} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {failed.length > 0 && <Failed sources={failed} />}
      </div>
    </Autocomplete.Root>
  );
}

const countOf = (groups: readonly EntryGroup[]) => groups.reduce((sum, { items }) => sum + items.length, 0);

function Row({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const { icon: Icon, title, detail } = entry;
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onChoose(entry)}
      className="flex min-h-9 scroll-my-2 cursor-default items-center gap-2.5 rounded-field px-2.5 py-1 text-sm outline-none select-none data-highlighted:bg-primary-soft data-highlighted:text-on-primary-soft pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 opacity-70" />
      <span className="truncate">{title}</span>
      {detail && <span className="ms-auto min-w-0 shrink-[3] truncate text-xs opacity-80">{detail}</span>}
    </Autocomplete.Item>
  );
}

function Failed({ sources }: { sources: readonly Found[] }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 px-2.5 py-2 text-sm text-danger-text">
      {t('search.failed')}
      <button
        type="button"
        className="relative touch-target font-medium underline underline-offset-2"
        onClick={() => {
          for (const { retry } of sources) retry();
        }}
      >
        {t('retry')}
      </button>
    </p>
  );
}

/** Between letters that follow quickly the server is not asked. */
const PAUSE_MS = 200;

function useGroups(me: StaffMember, typed: string) {
  const paused = usePaused(typed.trim());
  const own = { pages: usePageEntries(me), acts: useActEntries(), brands: useBrandEntries(me) };
  const members = useFoundMembers(me, paused);
  const payments = useFoundPayments(me, paused);
  const [recent] = useState(readRecent);
  const isLooking = typed.trim() !== '';
  const lastOpened = recent.map(({ id, title, detail, to }): Entry => ({
    id,
    title,
    detail,
    icon: History,
    act: { to },
  }));
  const all: EntryGroup[] = isLooking
    ? [
        { value: 'pages', items: matchEntries(own.pages, typed) },
        { value: 'members', items: members.entries },
        { value: 'payments', items: payments.entries },
        { value: 'brands', items: matchEntries(own.brands, typed) },
        { value: 'acts', items: matchEntries(own.acts, typed) },
      ]
    : [
        { value: 'recent', items: lastOpened },
        { value: 'pages', items: own.pages },
        { value: 'brands', items: own.brands },
        { value: 'acts', items: own.acts },
      ];
  return { groups: all.filter(({ items }) => items.length > 0), sources: [members, payments] };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
