import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../../contract/kernel/constants.ts';
import { formatMoney } from '../../../../contract/kernel/money.ts';

/** Writes an amount in the page's language. */
export function useMoney(): (cents: number) => string {
  const { i18n } = useTranslation();
  const language = LANGUAGES.find((one) => one === i18n.language) ?? LANGUAGES[0];
  return (cents) => formatMoney(cents, language);
}
