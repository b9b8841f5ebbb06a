import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import {
  type DataExport,
  downloadExport,
  listExports,
  requestExport,
} from '#contract/account/own-account.ts';
import { saveFile } from '#site/lib/files.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';

const LOOK_AGAIN_MS = 2_000;
const DOWNLOAD_PATIENCE_MS = 120_000;

const isMaking = ({ status }: DataExport) => status === 'making';

function useExports() {
  const { trackerId } = useMember();
  const { brand } = useShell();
  const client = useQueryClient();
  const queryKey = [trackerId, 'exports'];
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listExports, { trackerId }, { signal })).exports,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isMaking) ? LOOK_AGAIN_MS : false),
  });
  const request = useMutation({
    mutationFn: () => call(requestExport, { trackerId }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const download = useMutation({
    mutationFn: async ({ id, createdAt }: DataExport) => {
      const options = { patience: DOWNLOAD_PATIENCE_MS };
      const file = await call(downloadExport, { trackerId, exportId: id }, options);
      saveFile(file, `${brand.key}-${new Date(createdAt).toISOString().slice(0, 10)}.zip`);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
  return { list, request, download };
}

export function DataPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const { list, request, download } = useExports();
  const making = list.data?.some(isMaking) ?? false;
  const error = request.error ?? download.error;
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('data.title')}
      text={t('data.text')}
      actions={[
        {
          label: t('data.request'),
          staysOpen: true,
          loading: request.isPending,
          disabled: making || list.data === undefined,
          onClick: () => request.mutate(),
        },
      ]}
    >
      {error && <FormErrors title={explain(error, i18n)} />}
      <Loaded query={list} skeleton={<RowSkeletons />}>
        {(exports) => (
          <div role="status">
            {exports.length > 0 && (
              <ul className="divide-y divide-line">
                {exports.map((one) => (
                  <ExportRow
                    key={one.id}
                    file={one}
                    busy={download.isPending && download.variables.id === one.id}
                    onDownload={() => download.mutate(one)}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

type ExportRowProps = { file: DataExport; busy: boolean; onDownload: () => void };

function ExportRow({ file, busy, onDownload }: ExportRowProps) {
  const { t, i18n } = useTranslation('profile');
  const dates = useDates();
  const { status, createdAt, expiresAt, bytes } = file;
  const size = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  }).format(Math.max(1, (bytes ?? 0) / 1000));
  if (status === 'making') {
    return (
      <li className="py-3">
        <ProgressBar value={null} label={t('data.making')} />
        <p className="mt-2 text-sm text-muted">{t('data.makingText')}</p>
      </li>
    );
  }
  return (
    <li className="flex items-center gap-3 py-3">
      <FileArchive aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('data.copy', { date: dates.time(createdAt) })}</p>
        <p className="text-sm text-muted">
          {status === 'ready' && expiresAt !== null
            ? t('data.ready', { size, date: dates.day(expiresAt) })
            : t(status === 'failed' ? 'data.failed' : 'data.expired')}
        </p>
      </div>
      {status === 'ready' && (
        <Button variant="secondary" size="sm" loading={busy} onClick={onDownload}>
          {t('data.download')}
        </Button>
      )}
    </li>
  );
}
