import { Coffee } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#console/shell/format.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded, NextPage } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { KeyHelp, QueueHead, moveFocus } from '#console/shell/queue.tsx';
import { moderationKinds } from '#contract/moderation/cases.ts';
import type { ModerationKind } from '#contract/moderation/cases.ts';
import { MOST_COUNTED } from '#contract/moderation/moderation.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { CaseRow } from './case-row.tsx';
import { caseName, searchOf, useCases, useFigures, useFilter } from './moderation-data.ts';
import type { VerdictActions } from './verdict-actions.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

interface QueuePaneProps {
  actions: VerdictActions;
  selected: ReadonlySet<string>;
  onSelect: (names: ReadonlySet<string>) => void;
}

const keys = [
  ['next', ['N']],
  ['move', ['J', 'K']],
  ['enter', ['↵']],
  ['approve', ['A']],
  ['refuse', ['R', '1–7']],
  ['dismiss', ['C']],
  ['uphold', ['P']],
  ['write', ['W']],
  ['sanction', ['G']],
  ['skip', ['S']],
  ['undo', ['U']],
  ['select', ['X', '⇧X']],
  ['clear', ['Esc']],
  ['blur', ['B']],
  ['help', ['?']],
] as const;

/** What waits, the riskiest and oldest first, and the button that hands over the next case. */
export function QueuePane({ actions, selected, onSelect }: QueuePaneProps) {
  const { t } = useTranslation(['moderation', 'shell']);
  const filter = useFilter();
  const query = useCases(filter);
  const { openNext, undo, isBusy } = actions;
  const [anchor, setAnchor] = useState<string>();
  const rows = query.data ?? [];
  const chosen = rows.filter((row) => selected.has(caseName(row)));

  const toggle = (name: string) => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    setAnchor(name);
    onSelect(next);
  };
  /** From the last one that was selected up to here. */
  const selectTo = (name: string) => {
    const names = rows.map(caseName);
    const [from, to] = [names.indexOf(anchor ?? name), names.indexOf(name)].toSorted((a, b) => a - b);
    onSelect(new Set([...selected, ...names.slice(Math.max(0, from ?? 0), (to ?? 0) + 1)]));
  };
  const clear = () => onSelect(new Set());
  useKeys({
    n: openNext,
    u: undo,
    j: () => moveFocus(rowsOnPage(), 1),
    k: () => moveFocus(rowsOnPage(), -1),
    x: () => focusedRow((name) => toggle(name)),
    X: () => focusedRow((name) => selectTo(name)),
    ...(selected.size > 0 && { Escape: clear }),
  });
  return (
    <>
      <QueueHead
        next={{ label: t('next'), isBusy, onClick: openNext }}
        help={
          <KeyHelp
            title={t('help.title')}
            keys={keys.map(([name, shown]) => ({ keys: shown, does: t(`help.${name}`) }))}
          />
        }
      >
        <Queues />
      </QueueHead>
      {chosen.length > 0 && (
        <div
          role="region"
          aria-label={t('bulk.label')}
          className="flex flex-wrap items-center gap-2 border-y border-line bg-soft px-4 py-2.5"
        >
          <p role="status" className="w-full text-[0.8125rem] font-semibold">
            {t('bulk.count', { count: chosen.length })}
          </p>
          <VerdictButtons actions={actions} cases={chosen} from="list" onDecided={clear} />
          <Button size="sm" variant="ghost" onClick={clear}>
            {t('bulk.clear')}
          </Button>
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded
          query={query}
          skeleton={
            <div className="px-4 py-2">
              <RowSkeletons rows={6} />
            </div>
          }
        >
          {(cases) =>
            cases.length === 0 ? (
              <EmptyState compact icon={<Coffee />} title={t('empty')} text={t('emptyText')} />
            ) : (
              <>
                <ul aria-label={t('list')} className="divide-y divide-line border-b border-line">
                  {cases.map((each) => (
                    <CaseRow
                      key={caseName(each)}
                      shown={each}
                      selected={selected.has(caseName(each))}
                      onToggle={() => toggle(caseName(each))}
                      onSelectTo={() => selectTo(caseName(each))}
                    />
                  ))}
                </ul>
                <NextPage query={query} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

/** One list for everything and one for each kind, with how much waits. */
function Queues() {
  const { t } = useTranslation('moderation');
  const filter = useFilter();
  const { data } = useFigures(filter.brand);
  const format = useFormat();
  const countOf = (kind: ModerationKind) => data?.kinds.find((each) => each.kind === kind)?.waiting;
  const written = (count: number) =>
    count > MOST_COUNTED ? t('atMost', { count: MOST_COUNTED }) : format.number(count);
  const look =
    'relative touch-target flex items-center gap-1.5 rounded-badge px-2.5 py-1 text-[0.8125rem] font-medium text-muted hover:bg-soft hover:text-ink aria-[current=true]:bg-primary-soft aria-[current=true]:text-on-primary-soft';
  const { kind: _, ...everything } = filter;
  return (
    <nav aria-label={t('queues')} className="-mx-1 flex flex-wrap gap-0.5">
      <Link
        to={{ pathname: paths.moderation, search: searchOf(everything) }}
        aria-current={filter.kind === undefined}
        className={look}
      >
        {t('all')}
      </Link>
      {moderationKinds.map((kind) => {
        const count = countOf(kind);
        return (
          <Link
            key={kind}
            to={{ pathname: paths.moderation, search: searchOf({ ...filter, kind }) }}
            aria-current={filter.kind === kind}
            aria-label={
              count === undefined
                ? t(`kinds.${kind}`)
                : t('waiting', { kind: t(`kinds.${kind}`), count: written(count) })
            }
            className={look}
          >
            {t(`kinds.${kind}`)}
            {count !== undefined && <span className="tabular-nums">{written(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

const rowsOnPage = () => [...document.querySelectorAll<HTMLElement>('[data-case-row]')];

function focusedRow(act: (name: string) => void): void {
  const name = rowsOnPage().find((row) => row === document.activeElement)?.dataset['caseRow'];
  if (name !== undefined) act(name);
}
