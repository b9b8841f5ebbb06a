import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useBasics } from '../profiles-data.ts';
import { ABOUT_MAX_LETTERS, WORDS_MAX_LETTERS } from './profile-values.ts';
import type { Words } from './profile-values.ts';
import { PromptFields } from './prompt-fields.tsx';
import { Section } from './section.tsx';
import type { ProfileForm } from './use-profile-form.ts';

const parts = [
  { name: 'about', most: ABOUT_MAX_LETTERS, rows: 2 },
  { name: 'description', most: WORDS_MAX_LETTERS, rows: 4 },
  { name: 'lookingFor', most: WORDS_MAX_LETTERS, rows: 2 },
] as const satisfies readonly { name: Exclude<keyof Words, 'prompts'>; most: number; rows: number }[];

const isEmpty = (words: Words) => parts.every(({ name }) => words[name].trim() === '');
const isWhole = (words: Words) => parts.every(({ name }) => words[name].trim() !== '');

/** What the profile says of itself, in one language beside the other. Members read their own, else the brand's. */
export function WordsSection({ brand, form }: { brand: string; form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { data: basics } = useBasics(brand);
  const words = form.watch('words');
  const first = basics?.language ?? 'en';
  const order = [first, ...LANGUAGES.filter((language) => language !== first)];
  const source = order.find((language) => !isEmpty(words[language]));
  return (
    <Section
      title={t('words.title')}
      text={t('words.text', { language: languages[first].name })}
      className="lg:col-span-2"
    >
      <div className="grid gap-5 md:grid-cols-2">
        {order.map((language) => (
          <LanguageWords
            key={language}
            language={language}
            isFirst={language === first}
            words={words[language]}
            source={source}
            onCopy={(from) => form.change('words', { ...words, [language]: words[from] })}
            onChange={(part) =>
              form.change('words', { ...words, [language]: { ...words[language], ...part } })
            }
          />
        ))}
      </div>
    </Section>
  );
}

interface LanguageWordsProps {
  language: Language;
  isFirst: boolean;
  words: Words;
  /** A language with words to begin from. */
  source: Language | undefined;
  onCopy: (from: Language) => void;
  onChange: (part: Partial<Words>) => void;
}

function LanguageWords({ language, isFirst, words, source, onCopy, onChange }: LanguageWordsProps) {
  const { t } = useTranslation('profile');
  const { name } = languages[language];
  const empty = isEmpty(words);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-field border border-line p-3.5">
      <legend className="-ms-1 flex items-center gap-2 px-1 text-sm font-semibold">
        {name}
        {isWhole(words) ? (
          <Tag tone="success">{t('words.whole')}</Tag>
        ) : (
          <Tag tone={isFirst ? 'warning' : 'neutral'}>{t(empty ? 'words.missing' : 'words.partly')}</Tag>
        )}
      </legend>
      {parts.map(({ name: part, most, rows }) => (
        <TextArea
          key={part}
          lang={language}
          label={t(`words.${part}`)}
          rows={empty && !isFirst ? 1 : rows}
          maxLength={most}
          value={words[part]}
          counter={words[part].length > most * 0.8 ? `${words[part].length} / ${most}` : undefined}
          onChange={({ target }) => onChange({ [part]: target.value })}
        />
      ))}
      <PromptFields
        prompts={words.prompts}
        language={language}
        onChange={(prompts) => onChange({ prompts })}
      />
      {empty && source !== undefined && source !== language && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => onCopy(source)}
        >
          {t('words.copy', { language: languages[source].name })}
        </Button>
      )}
    </fieldset>
  );
}
