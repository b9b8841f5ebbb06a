import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { picturesFor } from '#client/pictures-for.ts';
import { call, explain } from '#console/shell/api.ts';
import { readImport } from '#contract/staff/profile-imports.ts';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { FileField } from './file-field.tsx';
import { importKey } from './imports-data.ts';
import { type Sent, sendPictures } from './send-import.ts';

interface MorePicturesProps {
  brand: string;
  importId: string;
  missing: readonly string[];
}

const SHOWN = 10;

/** Pictures that rows name and that are not there yet. They can be given now, also where a first attempt broke off. */
export function MorePictures({ brand, importId, missing }: MorePicturesProps) {
  const { t, i18n } = useTranslation('imports');
  const client = useQueryClient();
  const [zip, setZip] = useState<File | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [foundNone, setFoundNone] = useState(false);
  const send = useMutation({
    async mutationFn(file: File) {
      const { readZip } = await import('#client/zip-entries.ts');
      const entries = await readZip(file);
      const { signal } = new AbortController();
      const known = new Set<string>();
      let names = missing;
      // The server names some of the missing at a time: it goes on while this file has any of those that it names next.
      for (;;) {
        const wanted = names.filter((name) => !known.has(name));
        const pictures = picturesFor([{ pictures: wanted.map((name) => ({ file: name })) }], entries);
        if (known.size === 0) setFoundNone(pictures.size === 0);
        if (pictures.size === 0) return;
        for (const name of wanted) known.add(name);
        await sendPictures({ brand, importId, onProgress: setSent, signal }, pictures);
        names = (await call(readImport, { brand, importId })).missing;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: importKey(brand, importId) }),
  });
  return (
    <Notice
      tone="warning"
      icon={<ImageOff aria-hidden />}
      title={t('missing.title', { count: missing.length })}
    >
      <p>{t('missing.text')}</p>
      <p className="my-2 font-mono text-xs wrap-anywhere">
        {missing.slice(0, SHOWN).join(', ')}
        {missing.length > SHOWN && ' …'}
      </p>
      <FileField
        label={t('file.pictures')}
        hint={t('missing.hint')}
        accept=".zip,application/zip"
        error={foundNone ? t('missing.none') : undefined}
        file={zip}
        onFile={(file) => {
          setZip(file);
          if (file && !send.isPending) send.mutate(file);
        }}
      />
      {send.isPending && (
        <ProgressBar
          className="mt-3"
          value={sent ? (sent.done / Math.max(1, sent.all)) * 100 : null}
          label={t('sending.pictures')}
        />
      )}
      {send.isError && (
        <FormErrors title={t('sending.failed')} errors={[{ text: explain(send.error, i18n) }]} />
      )}
    </Notice>
  );
}
