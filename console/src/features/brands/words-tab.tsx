import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { COUNTRIES } from '#contract/countries/list.ts';
import { DraftNumber, DraftSelect, DraftText, FormSection } from './brand-form.tsx';
import { LocalTexts } from './local-texts.tsx';

/** What the brand is called and says of itself, in every language. */
export function WordsTab() {
  const { t } = useTranslation('brands');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-6">
      <FormSection title={t('words.names')}>
        <DraftText path={['title']} label={t('words.title')} maxLength={60} required />
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftSelect
            path={['country']}
            label={t('words.country')}
            hint={t('words.countryHint')}
            fallback={COUNTRIES[0]}
            options={COUNTRIES.map((code) => ({ value: code, label: format.country(code) }))}
          />
          <DraftNumber path={['year']} label={t('words.year')} min={1990} max={2100} />
        </div>
      </FormSection>
      <FormSection title={t('words.texts')} text={t('words.textsText')}>
        <LocalTexts path={['tagline']} label={t('words.tagline')} hint={t('words.taglineHint')} required />
        <LocalTexts
          path={['description']}
          label={t('words.description')}
          hint={t('words.descriptionHint')}
          required
          long
        />
        <LocalTexts path={['welcome']} label={t('words.welcome')} hint={t('words.welcomeHint')} long />
      </FormSection>
    </div>
  );
}
