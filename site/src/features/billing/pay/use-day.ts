import { useTranslation } from 'react-i18next';

/** A day in the page's language. */
export function useDay(): (at: number) => string {
  const { language } = useTranslation('pay').i18n;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (at) => format.format(at);
}
