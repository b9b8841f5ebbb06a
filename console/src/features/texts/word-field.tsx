import { Lock, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import type { Language } from '#contract/kernel/constants.ts';
import type { ListedText } from '#contract/staff/brand-texts.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { type OwnTexts, faultsOf, isChanged, missingLanguages, nameOfText, saidIn } from './texts-data.ts';

interface TextFieldsProps {
  text: ListedText;
  own: OwnTexts;
  shown: readonly Language[];
  onChange: (language: Language, said: string) => void;
}

/** One text in its languages side by side, each with what is wrong with it. */
export function TextFields({ text, own, shown, onChange }: TextFieldsProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const missing = missingLanguages(text, own);
  if (shown.every((language) => text.ours[language] === undefined)) return null;
  return (
    <section className="flex flex-col gap-3 border-t border-line py-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold">{nameOfText(text, (field) => t(`fields.${field}`))}</h3>
        {isChanged(text, own) && <Tag tone="primary">{t('changed')}</Tag>}
        {missing.length > 0 && (
          <Tag tone="warning">
            {t('missingIn', { languages: missing.map((each) => format.language(each)).join(', ') })}
          </Tag>
        )}
        {(text.tokens[shown[0] ?? 'en'] ?? []).map((token) => (
          <code key={token} className="rounded-field bg-soft px-1.5 py-0.5 text-xs">
            {token}
          </code>
        ))}
      </div>
      {text.lock && (
        <p className="flex items-start gap-2 text-[0.8125rem] text-muted">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t(`locks.${text.lock}`)}
        </p>
      )}
      <div className={shown.length > 1 ? 'grid gap-4 md:grid-cols-2' : 'grid gap-4'}>
        {shown
          .filter((language) => text.ours[language] !== undefined)
          .map((language) => (
            <WordField key={language} {...{ text, own, language, onChange }} />
          ))}
      </div>
    </section>
  );
}

interface WordFieldProps extends Omit<TextFieldsProps, 'shown'> {
  language: Language;
}

function WordField({ text, own, language, onChange }: WordFieldProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const label = format.language(language);
  const said = saidIn(text, own, language);
  const ours = text.ours[language] ?? '';
  if (text.lock)
    return (
      <div lang={language}>
        <p className="text-xs font-medium text-muted">{label}</p>
        <p className="text-sm wrap-anywhere">{ours}</p>
      </div>
    );
  const faults = faultsOf(text, own, language);
  const error =
    faults &&
    [
      ...(faults.empty ? [t('faults.empty')] : []),
      ...(faults.missing.length > 0 && !faults.empty
        ? [t('faults.missing', { names: faults.missing.join(', ') })]
        : []),
      ...(faults.unknown.length > 0 ? [t('faults.unknown', { names: faults.unknown.join(', ') })] : []),
      ...(faults.tooLong ? [t('faults.tooLong', { most: text.limit })] : []),
    ].join(' ');
  const changed = isChanged(text, own, language);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <TextArea
        label={label}
        lang={language}
        rows={text.limit > 200 ? 3 : 1}
        value={said}
        error={error}
        // A text is a line: where it breaks is the template's matter.
        onChange={({ target }) => onChange(language, target.value.replaceAll(/[\r\n]+/g, ' '))}
      />
      {changed && (
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <p className="min-w-0 flex-1 basis-40 text-xs text-muted wrap-anywhere" lang={language}>
            <span lang={undefined}>{t('ours')}</span> {ours}
          </p>
          <Button
            size="sm"
            variant="ghost"
            icon={<RotateCcw aria-hidden className="size-3.5" />}
            onClick={() => onChange(language, ours)}
          >
            {t('back')}
          </Button>
        </div>
      )}
    </div>
  );
}
