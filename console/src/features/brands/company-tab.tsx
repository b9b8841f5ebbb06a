import { FileWarning, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { processorPurposes } from '#contract/brand/legal.ts';
import type { LegalFact } from '#contract/brand/legal.ts';
import { APPEAL_MONTHS_MIN, LANGUAGES } from '#contract/kernel/constants.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { DraftNumber, DraftSelect, DraftText, FormSection, useBrandForm } from './brand-form.tsx';
import { isObject, isText, listAt } from './content.ts';

const MOST_PROCESSORS = 50;

/** Who runs the brand, and what its legal pages say of that. */
export function CompanyTab() {
  const { t } = useTranslation('brands');
  return (
    <div className="flex flex-col gap-6">
      <Missing />
      <FormSection title={t('company.title')}>
        <DraftText path={['company', 'name']} label={t('company.name')} maxLength={120} required />
        <DraftText path={['company', 'address']} label={t('company.address')} maxLength={300} required />
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText path={['company', 'vat']} label={t('company.vat')} maxLength={40} required />
          <DraftText
            path={['company', 'legalForm']}
            label={t('company.legalForm')}
            maxLength={120}
            optional
          />
          <DraftText path={['company', 'register']} label={t('company.register')} maxLength={200} optional />
          <DraftText
            path={['company', 'representative']}
            label={t('company.representative')}
            maxLength={120}
            optional
          />
        </div>
      </FormSection>
      <ContactPoint />
      <Officer />
      <Processors />
      <FormSection title={t('company.rules')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftNumber
            path={['appealMonths']}
            label={t('company.appealMonths')}
            hint={t('company.appealHint', { months: APPEAL_MONTHS_MIN })}
            min={APPEAL_MONTHS_MIN}
            max={24}
          />
          <DraftText
            path={['cookieConsent', 'policyVersion']}
            label={t('company.cookieVersion')}
            hint={t('company.cookieHint')}
            maxLength={20}
            optional
          />
        </div>
      </FormSection>
    </div>
  );
}

/** What only its operator can state and has not stated: the texts leave it out. */
function Missing() {
  const { t } = useTranslation('brands');
  const { content } = useBrandForm();
  const facts = missingIn(content);
  if (facts.length === 0) return null;
  return (
    <Notice tone="warning" icon={<FileWarning aria-hidden />} title={t('company.missing')}>
      <ul className="list-disc ps-5">
        {facts.map((fact) => (
          <li key={fact}>{t(`company.fact.${fact}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** As the draft has it; the check before a publication is the server's. */
function missingIn(content: Readonly<Record<string, unknown>>): Exclude<LegalFact, 'processors'>[] {
  const company = isObject(content['company']) ? content['company'] : {};
  const legal = isObject(content['legal']) ? content['legal'] : {};
  const hosting = listAt(content, ['legal', 'processors'], isObject).some(
    ({ purpose }) => purpose === 'hosting',
  );
  const isMissing: Record<Exclude<LegalFact, 'processors'>, boolean> = {
    legalForm: !company['legalForm'],
    register: !company['register'],
    representative: !company['representative'],
    contactPoint: !legal['contactPoint'],
    officer: !legal['officer'],
    hosting: !hosting,
  };
  return (Object.keys(isMissing) as Exclude<LegalFact, 'processors'>[]).filter((fact) => isMissing[fact]);
}

/** Whom authorities and members write to about contents. */
function ContactPoint() {
  const { t } = useTranslation('brands');
  const { content, read, write } = useBrandForm();
  const format = useFormat();
  const path = ['legal', 'contactPoint'] as const;
  const email = read([...path, 'email']);
  const languages = listAt(content, [...path, 'languages'], isText);
  const put = (next: { email: unknown; languages: readonly string[] }) =>
    write(path, next.email || next.languages.length > 0 ? { ...next, email: next.email ?? '' } : undefined);
  return (
    <FormSection title={t('company.contactPoint')} text={t('company.contactPointText')}>
      <DraftText
        path={[...path, 'email']}
        type="email"
        label={t('company.contactEmail')}
        maxLength={254}
        optional
      />
      <fieldset>
        <legend className="text-sm font-medium">{t('company.contactLanguages')}</legend>
        <div className="flex flex-wrap gap-x-4">
          {LANGUAGES.map((language) => (
            <label key={language} className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4"
                checked={languages.includes(language)}
                onChange={({ target }) =>
                  put({
                    email,
                    languages: target.checked
                      ? [...languages, language]
                      : languages.filter((each) => each !== language),
                  })
                }
              />
              {format.language(language)}
            </label>
          ))}
        </div>
      </fieldset>
    </FormSection>
  );
}

/** The data protection officer: unknown yet, none, or a person. */
function Officer() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const path = ['legal', 'officer'] as const;
  const value = read(path);
  const kind = value === 'none' ? 'none' : isObject(value) ? 'person' : '';
  const begin: Record<string, unknown> = { none: 'none', person: { name: '', email: '' } };
  return (
    <FormSection title={t('company.officer')} text={t('company.officerText')}>
      <SelectField
        dense="labelled"
        label={t('company.officerKind')}
        value={kind}
        options={[
          { value: '', label: t('company.officerOption.unknown') },
          { value: 'none', label: t('company.officerOption.none') },
          { value: 'person', label: t('company.officerOption.person') },
        ]}
        onChange={({ target }) => write(path, begin[target.value])}
      />
      {kind === 'person' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText path={[...path, 'name']} label={t('company.officerName')} maxLength={120} required />
          <DraftText
            path={[...path, 'email']}
            type="email"
            label={t('company.officerEmail')}
            maxLength={254}
            required
          />
        </div>
      )}
    </FormSection>
  );
}

/** Companies that work for the brand and get to see members' data. */
function Processors() {
  const { t } = useTranslation('brands');
  const { content, write } = useBrandForm();
  const path = ['legal', 'processors'] as const;
  const processors = listAt(content, path, isObject);
  return (
    <FormSection title={t('company.processors')} text={t('company.processorsText')}>
      {processors.map((processor, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-start gap-2 rounded-field border border-line p-3">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            <DraftText path={[...path, index, 'name']} label={t('company.name')} maxLength={120} required />
            <DraftSelect
              path={[...path, index, 'purpose']}
              label={t('company.purpose')}
              fallback={processorPurposes[0]}
              options={processorPurposes.map((value) => ({ value, label: t(`company.purposes.${value}`) }))}
            />
            <DraftText
              path={[...path, index, 'country']}
              label={t('company.processorCountry')}
              hint={t('company.processorCountryHint')}
              maxLength={2}
              required
            />
            <DraftSelect
              path={[...path, index, 'guarantee']}
              label={t('company.guarantee')}
              fallback=""
              options={[
                { value: '', label: t('company.guarantees.none') },
                { value: 'adequacy', label: t('company.guarantees.adequacy') },
                { value: 'clauses', label: t('company.guarantees.clauses') },
              ]}
            />
          </div>
          <IconButton
            label={t('remove', { name: isText(processor['name']) ? processor['name'] : '' })}
            icon={<Trash2 aria-hidden className="size-4.5" />}
            onClick={() =>
              write(
                path,
                processors.filter((_, at) => at !== index),
              )
            }
          />
        </div>
      ))}
      {processors.length < MOST_PROCESSORS && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => write(path, [...processors, { name: '', purpose: 'hosting', country: '' }])}
        >
          {t('company.processorAdd')}
        </Button>
      )}
    </FormSection>
  );
}
