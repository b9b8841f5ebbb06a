import { useTranslation } from 'react-i18next';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { PurchaseTerms } from '../../../../../contract/billing/purchase-terms.ts';
import { countries } from '../../../../../contract/countries/list.ts';
import { LANGUAGES } from '../../../../../contract/kernel/constants.ts';
import { useShell } from '../../../shell/boot.ts';
import { termsOf } from './quote-terms.ts';

/** The words above the button and on it, in the page's language. */
export function useTerms(quote: Quote, keepForLater = false): PurchaseTerms {
  const { i18n } = useTranslation();
  const { country, descriptor } = useShell().brand;
  const language = LANGUAGES.find((one) => one === i18n.language) ?? countries[country].language;
  return termsOf(quote, { language, country, descriptor }, keepForLater);
}
