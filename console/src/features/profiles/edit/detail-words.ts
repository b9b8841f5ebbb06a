import { useTranslation } from 'react-i18next';
import { localeOf } from '#client/dates.ts';
import {
  type DetailName,
  type MeasureName,
  details,
  isChoice,
  isSeveral,
} from '#contract/profile/details.ts';

/** What details of a profile and their answers are called, in the words that members read. */
export function useDetailWords() {
  const { t, i18n } = useTranslation(['details', 'interests']);
  const locale = localeOf(i18n.language);
  const spoken = new Intl.DisplayNames(locale, { type: 'language' });
  const numberIn = (name: MeasureName, answer: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: details[name].unit }).format(answer);
  return {
    nameOf: (name: DetailName) => t(`${name}.name`),
    answerOf(name: DetailName, answer: string | number): string {
      if (name === 'languages') return spoken.of(String(answer)) ?? String(answer);
      if (isSeveral(name)) return t(`interests:names.${answer}` as 'interests:names.sea');
      return isChoice(name)
        ? t(`${name}.options.${answer}` as 'hairColour.options.red')
        : numberIn(name, Number(answer));
    },
  };
}
