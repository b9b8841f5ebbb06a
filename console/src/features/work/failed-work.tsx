import { CircleCheckBig, RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { explain } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LongText } from '#ui/long-text.tsx';
import { useToast } from '#ui/toast.tsx';
import { useQueueTitle } from './queue-title.ts';
import { type FailedWork, type WorkAct, useFailedWork, useRetrySelected, useWorkAct } from './use-work.tsx';

/** What failed in a queue, with its error. One is tried again at once; for all, and to discard, a dialog asks first. */
export function FailedOfQueue({ queue }: { queue: string }) {
  const { t } = useTranslation('work');
  const title = useQueueTitle()(queue);
  const query = useFailedWork(queue);
  const confirm = useOverlay<WorkAct>('confirm-work', { endsWithPage: true });
  return (
    <section aria-labelledby="failed-work" className="flex flex-col gap-3">
      <Loaded query={query} skeleton={<SkeletonRows rows={3} className="h-14" />}>
        {({ failed, discardable }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="failed-work" className="text-base font-semibold wrap-anywhere">
                {t('failedIn', { queue: title })}
              </h2>
              {failed.some(({ givenUpAt }) => givenUpAt !== null) && (
                <Button
                  variant="secondary"
                  size="sm"
                  icon={<RotateCw aria-hidden className="size-4" />}
                  onClick={() => confirm.open({ action: 'retry', queue })}
                >
                  {t('retryAll')}
                </Button>
              )}
            </div>
            {failed.length === 0 ? (
              <EmptyState compact icon={<CircleCheckBig />} title={t('empty')} text={t('emptyText')} />
            ) : (
              <FailedTable
                queue={queue}
                failed={failed}
                onDiscard={discardable ? (key) => confirm.open({ action: 'discard', queue, key }) : undefined}
              />
            )}
          </>
        )}
      </Loaded>
      <ConfirmAct asked={confirm.props} onClose={() => void confirm.close()} />
    </section>
  );
}

interface FailedTableProps {
  queue: string;
  failed: readonly FailedWork[];
  onDiscard: ((key: string) => void) | undefined;
}

function FailedTable({ queue, failed, onDiscard }: FailedTableProps) {
  const { t } = useTranslation(['work', 'shell']);
  const title = useQueueTitle()(queue);
  const format = useFormat();
  const columns: ListColumn<FailedWork>[] = [
    {
      id: 'work',
      title: t('work'),
      sortBy: ({ kind }) => kind,
      csv: ({ kind, key }) => `${kind} ${key}`.trim(),
      heading: true,
      renderCell: ({ kind, key }) => (
        <>
          {kind !== '' && <span className="block font-mono text-[0.8125rem] font-medium">{kind}</span>}
          <span className="block font-mono text-xs break-all text-muted">{key}</span>
        </>
      ),
    },
    {
      id: 'tries',
      title: t('tries'),
      sortBy: ({ tries }) => tries,
      csv: ({ tries }) => tries,
      align: 'end',
      renderCell: ({ tries }) => format.number(tries),
    },
    {
      id: 'state',
      title: t('state'),
      sortBy: ({ givenUpAt, dueAt }) => givenUpAt ?? dueAt,
      csv: ({ givenUpAt }) => t(givenUpAt === null ? 'triedAgain' : 'givenUp'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ givenUpAt, dueAt }) => (
        <span>
          {t(givenUpAt === null ? 'triedAgain' : 'givenUp')}{' '}
          <Moment at={givenUpAt ?? dueAt ?? 0} className="text-muted" />
        </span>
      ),
    },
    {
      id: 'error',
      title: t('error'),
      csv: ({ error }) => error,
      className: 'md:w-[40%]',
      renderCell: ({ error }) => (
        <LongText
          text={error}
          more={t('shell:showAll')}
          less={t('shell:showLess')}
          className="font-mono text-xs text-danger-text"
        />
      ),
    },
    {
      id: 'actions',
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (work) => (
        <Actions queue={queue} work={work} onDiscard={work.givenUpAt === null ? undefined : onDiscard} />
      ),
    },
  ];
  return (
    <ListTable
      id="failed-work"
      name={t('failedIn', { queue: title })}
      columns={columns}
      rows={failed}
      keyOf={({ key }) => key}
      nameOf={({ kind, key }) => `${kind} ${key}`.trim()}
      renderBulk={(selected, clear) => <RetrySelected queue={queue} selected={selected} onDone={clear} />}
    />
  );
}

interface RetrySelectedProps {
  queue: string;
  selected: readonly FailedWork[];
  onDone: () => void;
}

function RetrySelected({ queue, selected, onDone }: RetrySelectedProps) {
  const { t, i18n } = useTranslation('work');
  const toast = useToast();
  const retry = useRetrySelected(queue);
  return (
    <Button
      variant="secondary"
      size="sm"
      loading={retry.isPending}
      icon={<RotateCw aria-hidden className="size-4" />}
      onClick={() =>
        retry.mutate(
          selected.map(({ key }) => key),
          {
            onSuccess: () => {
              toast({ kind: 'success', text: t('done.retry') });
              onDone();
            },
            onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
          },
        )
      }
    >
      {t('action.retry')}
    </Button>
  );
}

interface ActionsProps {
  queue: string;
  work: FailedWork;
  onDiscard: ((key: string) => void) | undefined;
}

function Actions({ queue, work: { key, kind }, onDiscard }: ActionsProps) {
  const { t } = useTranslation('work');
  const { run, busy } = useAct();
  const name = `${kind} ${key}`.trim();
  return (
    <div className="flex gap-2 max-md:pt-2 md:justify-end">
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('retryOf', { name })}
        loading={busy}
        icon={<RotateCw aria-hidden className="size-4" />}
        onClick={() => run({ action: 'retry', queue, key })}
      >
        {t('action.retry')}
      </Button>
      {onDiscard && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('discardOf', { name })}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => onDiscard(key)}
        >
          {t('action.discard')}
        </Button>
      )}
    </div>
  );
}

/** Does it, and says whether that went well. */
function useAct() {
  const { t, i18n } = useTranslation('work');
  const toast = useToast();
  const act = useWorkAct();
  const run = (asked: WorkAct, onSettled?: () => void) =>
    act.mutate(asked, {
      onSuccess: () => toast({ kind: 'success', text: t(`done.${asked.action}`) }),
      onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
      ...(onSettled && { onSettled }),
    });
  return { run, busy: act.isPending };
}

function ConfirmAct({ asked, onClose }: { asked: WorkAct | null; onClose: () => void }) {
  const { t } = useTranslation(['work', 'shell']);
  const titleOf = useQueueTitle();
  const { run, busy } = useAct();
  const { action = 'retry', queue = '' } = asked ?? {};
  return (
    <Confirm
      open={asked !== null}
      title={t(`confirm.${action}`)}
      text={t(`confirmText.${action}`, { queue: titleOf(queue) })}
      action={t(`action.${action}`)}
      cancel={t('shell:cancel')}
      danger={action === 'discard'}
      busy={busy}
      onConfirm={() => asked && run(asked, onClose)}
      onClose={onClose}
    />
  );
}
