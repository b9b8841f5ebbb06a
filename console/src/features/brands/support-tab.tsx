import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { inBrand } from '#console/shell/brand-scope.ts';
import { paths } from '#console/shell/paths.ts';
import { SettingsList, SwitchRow } from '#ui/settings-row.tsx';
import { DraftText, FormSection, useBrandForm } from './brand-form.tsx';

/** Whom members reach, what they say of the brand, and whether it is made up. */
export function SupportTab() {
  const { t } = useTranslation('brands');
  const { brand, read, write } = useBrandForm();
  return (
    <div className="flex flex-col gap-6">
      <FormSection title={t('support.title')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText
            path={['support', 'email']}
            type="email"
            label={t('support.email')}
            maxLength={254}
            required
          />
          <DraftText
            path={['support', 'phone']}
            type="tel"
            label={t('support.phone')}
            maxLength={40}
            required
          />
        </div>
      </FormSection>
      <FormSection title={t('support.reviews')} text={t('support.reviewsText')}>
        <Link
          to={inBrand(paths.reviews, brand)}
          className="self-start text-sm font-medium text-primary-text underline underline-offset-2"
        >
          {t('support.toReviews')}
        </Link>
      </FormSection>
      <FormSection title={t('support.kind')}>
        <SettingsList>
          <SwitchRow
            label={t('support.demo')}
            detail={t('support.demoText')}
            checked={read(['demo']) === true}
            onChange={(checked) => write(['demo'], checked)}
          />
          <SwitchRow
            label={t('support.affiliation')}
            detail={t('support.affiliationText')}
            checked={read(['affiliation']) === true}
            onChange={(checked) => write(['affiliation'], checked)}
          />
        </SettingsList>
      </FormSection>
    </div>
  );
}
