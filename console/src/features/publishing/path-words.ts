import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { isFieldName } from './field-names.ts';

type Step = string | number;

/** Where something stands in a part, in words: "Look › Primary colour", "Plans › Standard › 2", "Promise › Italian". */
export function usePathWords(): (path: readonly Step[]) => string {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const stepWords = (step: Step) => {
    if (typeof step === 'number') return String(step + 1);
    if (isFieldName(step)) return t(`names.${step}`);
    // Ids of flows, plans and the like stand as they are.
    return LANGUAGES.some((language) => language === step) ? format.language(step) : step;
  };
  return (path) => path.map(stepWords).join(' › ');
}
