import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileX, Play, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { call, explain } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { DetailPage, LoadedDetail } from '#console/shell/detail-page.tsx';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { type ImportProgress, runImport, undoImport } from '#contract/staff/profile-imports.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { useToast } from '#ui/toast.tsx';
import { profilesKey } from '../profiles-data.ts';
import { importsKey, isWorking, useImport } from './imports-data.ts';
import { ImportStateTag } from './imports.tsx';
import { MorePictures } from './more-pictures.tsx';
import { ProblemTable } from './problem-table.tsx';

/** What an import would do and why not, how far it is, and what became of it. */
export function Import() {
  const { t } = useTranslation('imports');
  const { brand = '', importId = '' } = useParams();
  const query = useImport(brand, importId);
  return (
    <DetailPage list={inBrand(paths.profileImports(brand), brand)} width="max-w-4xl">
      <LoadedDetail
        query={query}
        gone={<EmptyState compact icon={<FileX />} title={t('gone')} text={t('goneText')} />}
        skeleton={<SkeletonRows rows={4} />}
      >
        {(progress) => <OneImport brand={brand} progress={progress} />}
      </LoadedDetail>
    </DetailPage>
  );
}

function OneImport({ brand, progress }: { brand: string; progress: ImportProgress }) {
  const { t } = useTranslation('imports');
  const { name, state, madeAt, problems, missing } = progress;
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none lg:text-2xl">
              {name}
            </h1>
            <ImportStateTag state={state} />
          </div>
          <p className="text-sm text-muted">
            <Moment at={madeAt} />
          </p>
        </div>
        <Acts brand={brand} progress={progress} />
      </header>
      <Counts progress={progress} />
      {isWorking(progress) && <Working progress={progress} />}
      {missing.length > 0 && state === 'open' && (
        <MorePictures brand={brand} importId={progress.id} missing={missing} />
      )}
      {problems.length > 0 && <ProblemTable problems={problems} />}
      {state === 'running' && !isWorking(progress) && (
        <div>
          <ButtonLink variant="secondary" to={inBrand(paths.profiles, brand)}>
            {t('toProfiles')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

const fitting = ({ rows, wrong }: ImportProgress) => rows - wrong;

function Counts({ progress }: { progress: ImportProgress }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { state, rows, wrong, waiting, made, failed } = progress;
  const counts: [string, number][] =
    state === 'open'
      ? [
          [t('count.rows'), rows],
          [t('count.would'), fitting(progress)],
          [t('count.wrong'), wrong],
        ]
      : [
          [t('count.rows'), rows],
          [t(state === 'undone' ? 'count.stay' : 'count.made'), made],
          [t('count.waiting'), waiting],
          [t('count.wrong'), wrong + failed],
        ];
  return (
    <dl className="grid grid-cols-2 gap-3 max-xs:grid-cols-1 md:grid-cols-4">
      {counts.map(([title, value]) => (
        <div key={title} className="rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-muted">{title}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** It goes on without this page, and after a restart of the server. */
function Working({ progress }: { progress: ImportProgress }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const all = fitting(progress);
  const isUndoing = progress.state === 'undone';
  const done = isUndoing ? all - progress.made : all - progress.waiting;
  const percent = all === 0 ? 100 : (Math.max(0, done) / all) * 100;
  return (
    <div role="status" className="flex flex-col gap-2">
      <ProgressBar
        value={percent}
        label={t(isUndoing ? 'working.undo' : 'working.make')}
        text={format.percent(Math.floor(percent))}
      />
      <p className="text-sm text-muted">{t('working.text')}</p>
    </div>
  );
}

function Acts({ brand, progress }: { brand: string; progress: ImportProgress }) {
  const { t, i18n } = useTranslation(['imports', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const undoing = useOverlay('undo-import', { endsWithPage: true });
  const { id: importId, state, undoUntil } = progress;
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: importsKey(brand) });
    void client.invalidateQueries({ queryKey: profilesKey });
  };
  const onError = (error: unknown) => toast({ kind: 'danger', text: explain(error, i18n) });
  const run = useMutation({
    mutationFn: () => call(runImport, { brand, importId }),
    onError,
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: () => call(undoImport, { brand, importId }),
    onError,
    async onSettled() {
      await refresh();
      await undoing.close();
    },
  });
  const count = fitting(progress);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'open' && (
        <>
          <Button variant="ghost" size="sm" onClick={() => undoing.open(true)}>
            {t('discard')}
          </Button>
          <Button
            size="sm"
            loading={run.isPending}
            aria-disabled={count === 0}
            icon={<Play aria-hidden className="size-4" />}
            onClick={() => count > 0 && run.mutate()}
          >
            {t('run', { count })}
          </Button>
        </>
      )}
      {state === 'running' && <UndoButton until={undoUntil} onClick={() => undoing.open(true)} />}
      <Confirm
        open={undoing.isOpen}
        danger
        title={t(state === 'open' ? 'discardTitle' : 'undoTitle')}
        text={t(state === 'open' ? 'discardText' : 'undoText')}
        action={t(state === 'open' ? 'discard' : 'undo')}
        cancel={t('shell:cancel')}
        busy={undo.isPending}
        onConfirm={() => undo.mutate()}
        onClose={() => void undoing.close()}
      />
    </div>
  );
}

function UndoButton({ until, onClick }: { until: number | null; onClick: () => void }) {
  const { t } = useTranslation('imports');
  if (until === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">
        {t('undoUntil')} <Moment at={until} />
      </span>
      <Button size="sm" variant="secondary" icon={<Undo2 aria-hidden className="size-4" />} onClick={onClick}>
        {t('undo')}
      </Button>
    </div>
  );
}
