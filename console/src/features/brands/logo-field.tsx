import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandSettings } from '#contract/brand/brand.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { useBrandForm } from './brand-form.tsx';

/** A drawing of shapes alone; what it may be says the schema of the settings. */
export function LogoField() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const value = read(['logo']);
  const drawing = brandSettings.shape.logo.safeParse(value).data;
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    // A drawing program writes a declaration before the drawing.
    const text = (await file.text())
      .replace(/^[^<]*<\?xml[^>]*\?>/, '')
      .replaceAll(/<!--[^-]*-->/g, '')
      .trim();
    const isDrawing = brandSettings.shape.logo.safeParse(text).success;
    setRefused(isDrawing ? undefined : t('look.logoRefused', { name: file.name }));
    if (isDrawing) write(['logo'], text);
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-card border border-line bg-surface text-ink"
      >
        {drawing && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
            alt=""
            className="size-10 dark:invert"
          />
        )}
      </span>
      <div className="flex flex-col gap-1">
        <input
          ref={input}
          type="file"
          accept="image/svg+xml,.svg"
          hidden
          onChange={(event) => void take(event)}
        />
        <Button
          size="sm"
          variant="secondary"
          icon={<Upload aria-hidden className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {t('look.logoUpload')}
        </Button>
        <FieldError id={undefined}>{refused}</FieldError>
      </div>
    </div>
  );
}
