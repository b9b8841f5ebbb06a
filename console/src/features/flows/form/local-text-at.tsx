import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { Tag } from '#ui/badge.tsx';
import { FieldError } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useContentField } from './content-form.tsx';
import { objectOf } from './content.ts';

interface LocalTextAtProps {
  field: string;
  label: string;
  hint?: string | undefined;
  maxLength: number;
  /** For a text of several lines. */
  rows?: number;
  /** In the tongues of which it is missing this stands instead, such as the brand's own words. */
  placeholder?: string | undefined;
  /** May stay empty altogether. */
  optional?: boolean;
}

/** One text in the languages that brands speak, side by side; what is missing is marked. */
export function LocalTextAt(props: LocalTextAtProps) {
  const { field, label, hint, maxLength, rows, placeholder, optional = false } = props;
  const { t } = useTranslation('flows');
  const { value, error, change } = useContentField(field);
  const id = useId();
  const texts = objectOf(value);
  const textIn = (language: Language) => {
    const text = texts[language];
    return typeof text === 'string' ? text : '';
  };
  const written = LANGUAGES.filter((language) => textIn(language) !== '');
  const set = (language: Language, text: string) => {
    const next = Object.fromEntries(
      LANGUAGES.flatMap((each) => {
        const kept = each === language ? text : textIn(each);
        return kept === '' ? [] : [[each, kept]];
      }),
    );
    change(Object.keys(next).length === 0 ? undefined : next);
  };
  const Field = rows === undefined ? TextField : TextArea;
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-2">
      <div className="flex flex-col gap-0.5">
        <p id={`${id}-label`} className="text-[0.9375rem] font-semibold">
          {label}
        </p>
        {hint && <p className="text-sm text-muted">{hint}</p>}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {LANGUAGES.map((language) => {
          const isMissing = textIn(language) === '' && !(optional && written.length === 0);
          const name = languages[language].name;
          const others = written.filter((other) => other !== language);
          return (
            <div key={language} className="flex flex-col gap-1">
              <div className="flex min-h-9 items-center gap-2">
                <span aria-hidden className="text-xs font-medium tracking-wide text-muted uppercase">
                  {language}
                </span>
                {isMissing && <Tag tone="warning">{t('localText.missing')}</Tag>}
                {isMissing && others.length > 0 && (
                  <Menu
                    trigger={
                      <IconButton
                        label={t('localText.copyInto', { label, language: name })}
                        icon={<Copy aria-hidden className="size-4" />}
                        className="-my-1.5 ms-auto"
                      />
                    }
                    actions={others.map((other) => ({
                      label: t('localText.copyFrom', { language: languages[other].name }),
                      onClick: () => set(language, textIn(other)),
                    }))}
                  />
                )}
              </div>
              <Field
                label={<span className="sr-only">{t('localText.in', { label, language: name })}</span>}
                name={`${field}.${language}`}
                lang={language}
                {...(rows !== undefined && { rows })}
                value={textIn(language)}
                maxLength={maxLength}
                placeholder={written.length === 0 ? placeholder : undefined}
                onChange={({ target }: { target: { value: string } }) => set(language, target.value)}
                className="-mt-1.5"
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
