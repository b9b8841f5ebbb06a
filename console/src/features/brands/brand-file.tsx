import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshBrand } from '#console/features/publishing/publishing-data.ts';
import { call, explain } from '#console/shell/api.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { exportBrand, importBrand } from '#contract/staff/brand-making.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { useToast } from '#ui/toast.tsx';

/** A file that is no JSON never reaches the server. */
class NoJson extends Error {}

/** What is live as the file that `brand save` takes, and such a file put into drafts. */
export function BrandFile({ brand, isLive }: { brand: string; isLive: boolean }) {
  const { t, i18n } = useTranslation('brands');
  const client = useQueryClient();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const download = useMutation({
    mutationFn: () => call(exportBrand, { brand }),
    onSuccess: ({ file }) => saveFile(`${brand}.json`, JSON.stringify(file, null, 2)),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  const take = useMutation({
    async mutationFn(chosen: File) {
      return call(importBrand, { brand, file: parse(await chosen.text()) });
    },
    async onSuccess({ parts }) {
      await refreshBrand(client, brand);
      toast({ kind: 'success', text: t('file.taken', { count: parts.length }) });
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) take.mutate(file);
  };
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-base">{t('file.title')}</h2>
        <p className="text-[0.8125rem] text-muted">{t('file.text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          disabled={!isLive}
          loading={download.isPending}
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => download.mutate()}
        >
          {t('file.download')}
        </Button>
        <input ref={input} type="file" accept="application/json,.json" hidden onChange={choose} />
        <Button
          size="sm"
          variant="secondary"
          loading={take.isPending}
          icon={<Upload aria-hidden className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {t('file.upload')}
        </Button>
      </div>
      <FieldError id={undefined}>{take.error ? whyNot(take.error) : undefined}</FieldError>
    </section>
  );

  function whyNot(error: Error): string {
    if (error instanceof NoJson) return t('file.noJson');
    if (!(error instanceof Failure) || error.code !== 'brand.invalid') return explain(error, i18n);
    const { problems } = (error as Failure<'brand.invalid'>).details;
    return `${explain(error, i18n)} ${problems.map(({ path, what }) => `${path.join('.')}: ${what}`).join('; ')}`;
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // It is said below.
  }
  throw new NoJson();
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
