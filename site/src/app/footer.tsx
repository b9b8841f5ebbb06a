import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { THEMES } from '#client/theme.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { LANGUAGE_PARAMETER, languages } from '#contract/kernel/languages.ts';
import { useShell } from '#site/shell/boot.ts';
import { openPopup } from '#site/shell/popups.ts';
import { chooseTheme, keepLanguage, useTheme } from '#site/shell/storage.ts';
import { SelectField } from '#ui/select-field.tsx';
import { routes } from './routes.ts';

const linkLook = 'inline-flex min-h-11 items-center text-left text-ink underline-offset-4 hover:underline';

const links = routes.flatMap(({ path, footerLink }) => (footerLink ? [{ path, footerLink }] : []));

export function Footer() {
  const { t } = useTranslation('shell');
  const { brand } = useShell();
  const { company, year, cookieConsent, demo, title } = brand;
  return (
    <footer className="mt-auto border-t-(length:--stroke) border-line bg-paper text-[0.9375rem] text-muted">
      <div className="px-5 pt-8 pb-[max(2rem,env(safe-area-inset-bottom))] lg:px-[6vw]">
        <div className="flex flex-col gap-x-12 gap-y-6 md:flex-row md:justify-between">
          <nav aria-label={t('footer.label')} className="min-w-0">
            <ul className="grid grid-cols-2 gap-x-6 max-xs:grid-cols-1 sm:flex sm:flex-wrap">
              {links.map(({ path, footerLink }) => (
                <li key={path}>
                  <Link to={path} className={linkLook}>
                    {t(`footer.${footerLink}`)}
                  </Link>
                </li>
              ))}
              {cookieConsent && (
                <li>
                  <button
                    type="button"
                    onClick={() => openPopup({ name: 'cookie_choices' })}
                    className={linkLook}
                  >
                    {t('footer.cookieChoice')}
                  </button>
                </li>
              )}
            </ul>
          </nav>
          <div className="grid grid-cols-2 gap-4 max-[22.4375rem]:grid-cols-1 sm:flex sm:shrink-0 sm:gap-5">
            <LanguageChoice />
            <ThemeChoice />
          </div>
        </div>
        <div className="mt-7 space-y-1.5 border-t-(length:--stroke) border-line pt-5 text-sm">
          {demo && <p className="font-semibold text-ink">{t('footer.demo', { brand: title })}</p>}
          <p>{t('footer.company', { year, company: company.name, vat: company.vat })}</p>
          <p>{company.address}</p>
          <p>{t('footer.adults')}</p>
        </div>
      </div>
    </footer>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation('shell');
  // The server writes the brand's and the flow's words too, so the page is loaded again.
  const choose = (language: Language) => {
    keepLanguage(language);
    const address = new URL(location.href);
    if (!address.searchParams.has(LANGUAGE_PARAMETER)) return location.reload();
    address.searchParams.delete(LANGUAGE_PARAMETER);
    location.replace(address);
  };
  return (
    <SelectField
      label={t('footer.language')}
      value={i18n.language}
      options={LANGUAGES.map((language) => ({ value: language, label: languages[language].name }))}
      onChange={({ target }) => {
        const chosen = LANGUAGES.find((language) => language === target.value);
        if (chosen) choose(chosen);
      }}
      className="min-w-0 sm:w-40"
    />
  );
}

const themeWords = {
  system: 'footer.themes.system',
  light: 'footer.themes.light',
  dark: 'footer.themes.dark',
} as const;

function ThemeChoice() {
  const { t } = useTranslation('shell');
  const theme = useTheme();
  return (
    <SelectField
      label={t('footer.theme')}
      value={theme}
      options={THEMES.map((value) => ({ value, label: t(themeWords[value]) }))}
      onChange={({ target }) => {
        const chosen = THEMES.find((one) => one === target.value);
        if (chosen) chooseTheme(chosen);
      }}
      className="min-w-0 sm:w-44"
    />
  );
}
