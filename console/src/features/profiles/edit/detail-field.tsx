import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  type DetailName,
  type Details,
  answersOf,
  details,
  isSeveral,
  readAnswer,
} from '#contract/profile/details.ts';
import type { SeveralName } from '#contract/profile/details.ts';
import { SelectField } from '#ui/select-field.tsx';
import { useDetailWords } from './detail-words.ts';

interface DetailFieldProps<Name extends DetailName> {
  name: Name;
  value: Details[Name];
  onChange: (answer: Details[DetailName]) => void;
}

/** One detail, by what its answers are: one of some, a number, or several. */
export function DetailField({ name, value, onChange }: DetailFieldProps<DetailName>) {
  const { t } = useTranslation('profile');
  const { nameOf, answerOf } = useDetailWords();
  if (isSeveral(name))
    return <SeveralField name={name} value={value as Details[SeveralName]} onChange={onChange} />;
  return (
    <SelectField
      label={nameOf(name)}
      value={value === null ? '' : String(value)}
      onChange={({ target }) => onChange(readAnswer(name, target.value))}
      options={[
        { value: '', label: t('unsaid') },
        ...answersOf(name).map((answer) => ({ value: String(answer), label: answerOf(name, answer) })),
      ]}
    />
  );
}

function SeveralField({ name, value, onChange }: DetailFieldProps<SeveralName>) {
  const { t } = useTranslation('profile');
  const { nameOf, answerOf } = useDetailWords();
  const chosen: readonly string[] = value ?? [];
  const { most } = details[name];
  const set = (next: readonly string[]) =>
    onChange(next.length === 0 ? null : (next as unknown as Details[SeveralName]));
  const free = answersOf(name)
    .map(String)
    .filter((answer) => !chosen.includes(answer));
  return (
    <div className="col-span-full flex flex-col gap-2">
      <SelectField
        label={nameOf(name)}
        value=""
        disabled={chosen.length >= most}
        onChange={({ target }) => target.value && set([...chosen, target.value])}
        options={[
          { value: '', label: t('addOne', { left: most - chosen.length }) },
          ...free.map((answer) => ({ value: answer, label: answerOf(name, answer) })),
        ]}
      />
      {chosen.length > 0 && (
        <ul aria-label={nameOf(name)} className="flex flex-wrap gap-1.5">
          {chosen.map((answer) => (
            <li key={answer}>
              <button
                type="button"
                aria-label={t('removeOne', { name: answerOf(name, answer) })}
                onClick={() => set(chosen.filter((other) => other !== answer))}
                className="relative inline-flex touch-target items-center gap-1 rounded-badge bg-soft px-2.5 py-1 text-[0.8125rem] font-semibold hover:bg-soft-hover"
              >
                {answerOf(name, answer)}
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
