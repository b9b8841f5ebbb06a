import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import { Tag } from '#ui/badge.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useBrandForm, useFieldError } from './brand-form.tsx';
import { type Path, isObject } from './content.ts';

interface LocalTextsProps {
  path: Path;
  label: string;
  hint?: string;
  /** Several lines. */
  long?: boolean;
  /** Without it none of the languages has to be written. */
  required?: boolean;
}

const LONGEST = 2_000;

/** One text in all languages, side by side. What is missing is marked, and can be begun with another language's words. */
export function LocalTexts({ path, label, hint, long = false, required = false }: LocalTextsProps) {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const errorAt = useFieldError();
  const format = useFormat();
  const id = useId();
  const value = read(path);
  const written = isObject(value) ? value : {};
  const wordsIn = (language: Language) => {
    const text = written[language];
    return typeof text === 'string' ? text : '';
  };
  const source = LANGUAGES.find((language) => wordsIn(language) !== '');
  const isEmpty = source === undefined;
  const put = (language: Language, text: string) => {
    const { [language]: _, ...others } = written;
    const next = text === '' ? others : { ...others, [language]: text };
    write(path, !required && Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {LANGUAGES.map((language) => {
          const text = wordsIn(language);
          const isMissing = text === '' && (required || !isEmpty);
          const shared = {
            lang: language,
            maxLength: LONGEST,
            value: text,
            label: (
              <span className="flex flex-wrap items-center gap-2">
                <span className="sr-only">{label}: </span>
                {format.language(language)}
                {isMissing && <Tag tone="warning">{t('words.missing')}</Tag>}
              </span>
            ),
            error: isEmpty && required && language === LANGUAGES[0] ? errorAt(path) : undefined,
          };
          return (
            <div key={language} className="flex min-w-0 flex-col gap-1">
              {long ? (
                <TextArea
                  {...shared}
                  dense="labelled"
                  rows={4}
                  onChange={({ target }) => put(language, target.value)}
                />
              ) : (
                <TextField
                  {...shared}
                  dense="labelled"
                  onChange={({ target }) => put(language, target.value)}
                />
              )}
              {isMissing && source && (
                <button
                  type="button"
                  onClick={() => put(language, wordsIn(source))}
                  className="touch-target relative flex items-center gap-1.5 self-start text-xs font-medium text-primary-text underline underline-offset-2"
                >
                  <Copy aria-hidden className="size-3.5" />
                  {t('words.copy', { language: format.language(source) })}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
