import { Coffee, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { LANGUAGES } from '../../../../contract/kernel/constants.ts';
import { languages } from '../../../../contract/kernel/languages.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { SelectField } from '../../../../packages/ui/select-field.tsx';
import { RowSkeletons } from '../../../../packages/ui/skeleton.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { explain, useMe } from '../../shell/api.ts';
import { Keys, useKeys } from '../../shell/keys.tsx';
import { Loaded, NextPage } from '../../shell/loaded.tsx';
import { usePageTitle } from '../../shell/page.tsx';
import { paths } from '../../shell/paths.ts';
import { useFilter, useNext, useQueue } from './queue-data.ts';
import { QueueRows, moveFocus } from './queue-rows.tsx';
import { QueueTabs } from './queue-tabs.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

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
  const { openNext, isPending } = useOpenNext();
  useKeys({ n: openNext, j: () => moveFocus(1), k: () => moveFocus(-1) });
  return (
    <>
      <header className="flex flex-col gap-3 px-4 pt-5 pb-3 lg:pt-6">
        <div className="flex items-center justify-between gap-2">
          <h1 id="queue-title" tabIndex={-1} className="text-xl outline-none">
            {title}
          </h1>
          <ShortcutHelp />
        </div>
        <Button
          size="sm"
          wide
          loading={isPending}
          icon={<SkipForward aria-hidden className="size-4" />}
          onClick={openNext}
        >
          {t('next')}
          <Keys keys={['N']} />
        </Button>
        <FilterBar />
      </header>
      <QueueTabs />
      <List />
    </>
  );
}

function FilterBar() {
  const { t } = useTranslation(['conversations', 'shell']);
  const [filter, change] = useFilter();
  const { data: me } = useMe();
  return (
    <search className="grid grid-cols-2 gap-2">
      <SelectField
        dense
        label={t('brand')}
        value={filter.brand ?? ''}
        onChange={(event) => change({ brand: event.target.value })}
        options={[
          { value: '', label: t('anyBrand') },
          ...(me?.brands ?? []).map(({ key, title }) => ({ value: key, label: title })),
        ]}
      />
      <SelectField
        dense
        label={t('language')}
        value={filter.language ?? ''}
        onChange={(event) => change({ language: event.target.value })}
        options={[
          { value: '', label: t('anyLanguage') },
          ...LANGUAGES.map((value) => ({ value, label: languages[value].name })),
        ]}
      />
    </search>
  );
}

function List() {
  const { t } = useTranslation(['conversations', 'shell']);
  const [filter] = useFilter();
  const query = useQueue(filter);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
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
            <EmptyState
              compact
              icon={<Coffee />}
              title={t(`empty.${filter.list}`)}
              text={t(`emptyText.${filter.list}`)}
            />
          ) : (
            <>
              <QueueRows rows={rows} />
              <NextPage query={query} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
