import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { Tag } from '#ui/badge.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useBrandForm, useFieldError } from './brand-form.tsx';
import type { Path } from './content.ts';
import { type ColourFigure, READABLE } from './contrast-figures.ts';

interface ColourFieldProps {
  path: Path;
  label: string;
  /** How well it can be read, where that is known. */
  figure?: ColourFigure | undefined;
  optional?: boolean;
}

/** What shapes with a meaning and large headings need. */
const VISIBLE = 3;
const NEUTRAL = '#888888';

/** A colour: picked, or typed as it stands in a brand's guidelines. */
export function ColourField({ path, label, figure, optional = false }: ColourFieldProps) {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const errorAt = useFieldError();
  const value = read(path);
  const text = typeof value === 'string' ? value : '';
  const isWhole = /^#[0-9a-f]{6}$/i.test(text);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TextField
        dense="labelled"
        label={label}
        value={text}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        error={errorAt(path)}
        end={
          <input
            type="color"
            aria-label={t('look.pick', { colour: label })}
            value={isWhole ? text : NEUTRAL}
            onChange={({ target }) => write(path, target.value)}
            className="size-7 cursor-pointer rounded-(--corner-check) border border-field-line bg-transparent p-0.5"
          />
        }
        onChange={({ target }) => write(path, optional && target.value === '' ? undefined : target.value)}
      />
      {figure && isWhole && <Figure figure={figure} />}
    </div>
  );
}

function Figure({ figure: { ratio, darkened } }: { figure: ColourFigure }) {
  const { t } = useTranslation('brands');
  const format = useFormat();
  const tone = ratio >= READABLE ? 'success' : ratio >= VISIBLE ? 'warning' : 'danger';
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
      <Tag tone={tone}>{t('look.ratio', { ratio: format.number(ratio) })}</Tag>
      {darkened && (
        <span className="flex items-center gap-1">
          {t('look.darkened')}
          <span
            aria-hidden
            style={{ backgroundColor: darkened }}
            className="inline-block size-3 rounded-sm border border-field-line"
          />
          <code>{darkened}</code>
        </span>
      )}
    </p>
  );
}
