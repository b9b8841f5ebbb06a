import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { picturesFor } from '#client/pictures-for.ts';
import { type Table, TableError, readTable } from '#client/read-table.ts';
import { explain } from '#console/shell/api.ts';
import { paths } from '#console/shell/paths.ts';
import { UnsavedGuard } from '#console/shell/unsaved.tsx';
import { type ColumnMapping, guessColumns, neededFields, rowFrom } from '#contract/staff/import-columns.ts';
import type { ImportDefaults } from '#contract/staff/import-columns.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { DefaultsFields } from './defaults-fields.tsx';
import { useFieldWords } from './field-words.ts';
import { FileField } from './file-field.tsx';
import { importsKey } from './imports-data.ts';
import { MappingTable } from './mapping-table.tsx';
import { type Sent, sendPictures, sendRows } from './send-import.ts';

const ordinary: ImportDefaults = { kind: 'staff', origin: 'own_drawing', statement: '', shown: false };

/** Why a file cannot be taken. */
const faultWords = {
  unreadable: 'file.unreadable',
  empty: 'file.empty',
  tooLong: 'file.tooLong',
  tooLarge: 'file.tooLarge',
} as const;

/** A file is chosen, its columns are named, and it is looked at by the server: nothing is made before that was read. */
export function NewImport({ brand }: { brand: string }) {
  const { t, i18n } = useTranslation('imports');
  const nameOf = useFieldWords();
  const navigate = useNavigate();
  const client = useQueryClient();
  // The same files sent again, because something broke off, are one import.
  const importId = useRef(crypto.randomUUID());
  const stop = useRef(new AbortController());
  const [file, setFile] = useState<File | null>(null);
  const [zip, setZip] = useState<File | null>(null);
  const [table, setTable] = useState<Table | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping>({});
  const [defaults, setDefaults] = useState(ordinary);
  const [sent, setSent] = useState<Sent | null>(null);

  const read = useMutation({
    mutationFn: readTable,
    onSuccess(found) {
      setTable(found);
      setMapping(guessColumns(found.heads));
      importId.current = crypto.randomUUID();
    },
    onError: () => setTable(null),
  });
  const check = useMutation({
    async mutationFn({ records }: Table) {
      stop.current = new AbortController();
      const sending = {
        brand,
        importId: importId.current,
        onProgress: setSent,
        signal: stop.current.signal,
      };
      const rows = records.map((record) => rowFrom(record, mapping, defaults));
      const entries = zip === null ? [] : await (await import('#client/zip-entries.ts')).readZip(zip);
      await sendRows(sending, file?.name ?? '', rows);
      await sendPictures(sending, picturesFor(rows, entries));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: importsKey(brand) }),
  });
  // Once the guard has seen that nothing is on its way any more.
  const goOn = useEffectEvent(() => void navigate(paths.profileImport(brand, importId.current)));
  useEffect(() => {
    if (check.isSuccess) goOn();
  }, [check.isSuccess]);
  const missing = neededFields.filter((field) => !Object.values(mapping).includes(field));
  const needsStatement = defaults.origin !== 'own_drawing' && defaults.statement.trim() === '';
  const fault = read.error instanceof TableError ? read.error.fault : read.error && 'unreadable';
  return (
    <section
      aria-labelledby="new-import"
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <UnsavedGuard unsaved={check.isPending} />
      <h2 id="new-import" className="text-base">
        {t('new')}
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        <FileField
          label={t('file.rows')}
          hint={t('file.rowsHint')}
          accept=".csv,.json,text/csv,application/json"
          error={fault ? t(faultWords[fault]) : undefined}
          file={file}
          onFile={(next) => {
            setFile(next);
            setTable(null);
            if (next) read.mutate(next);
          }}
        />
        <FileField
          label={t('file.pictures')}
          hint={t('file.picturesHint')}
          accept=".zip,application/zip"
          file={zip}
          onFile={setZip}
        />
      </div>
      {table && (
        <>
          <p role="status" className="text-sm">
            {t('found', { count: table.records.length })}
          </p>
          <MappingTable table={table} mapping={mapping} onChange={setMapping} />
          <DefaultsFields defaults={defaults} onChange={setDefaults} needsStatement={needsStatement} />
          {missing.length > 0 && (
            <FormErrors
              title={t('columnsMissing')}
              errors={missing.map((field) => ({ text: nameOf(field) }))}
            />
          )}
          {check.isPending && (
            <ProgressBar
              value={sent ? (sent.done / Math.max(1, sent.all)) * 100 : null}
              label={t(sent?.of === 'pictures' ? 'sending.pictures' : 'sending.rows')}
              text={sent ? t('sending.count', { done: sent.done, all: sent.all }) : undefined}
            />
          )}
          {check.isError && check.error.name !== 'AbortError' && (
            <FormErrors title={t('sending.failed')} errors={[{ text: explain(check.error, i18n) }]} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              loading={check.isPending}
              aria-disabled={missing.length > 0}
              icon={<FileUp aria-hidden className="size-4" />}
              onClick={() => missing.length === 0 && check.mutate(table)}
            >
              {t(check.isError ? 'checkAgain' : 'check')}
            </Button>
            {check.isPending && (
              <Button variant="ghost" onClick={() => stop.current.abort()}>
                {t('sending.stop')}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{t('checkText')}</p>
        </>
      )}
    </section>
  );
}
