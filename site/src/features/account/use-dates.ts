import { useTranslation } from 'react-i18next';

/** Days and times in the page's language. */
export function useDates() {
  const { language } = useTranslation('profile').i18n;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return { day: (at: number) => day.format(at), time: (at: number) => time.format(at) };
}
