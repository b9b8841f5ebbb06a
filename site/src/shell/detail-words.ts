import { useTranslation } from 'react-i18next';
import { details, isChoice } from '#contract/profile/details.ts';
import type { DetailName, MeasureName } from '#contract/profile/details.ts';

/** What details of a profile and their answers are called. */
export function useDetailWords() {
  const { t, i18n } = useTranslation('details');
  const numberOf = (name: MeasureName) =>
    new Intl.NumberFormat(i18n.language, { style: 'unit', unit: details[name].unit });
  return {
    nameOf: (name: DetailName) => t(`${name}.name`),
    answerOf: (name: DetailName, answer: string | number) =>
      isChoice(name)
        ? t(`${name}.options.${answer}` as 'hairColour.options.red')
        : numberOf(name).format(Number(answer)),
    rangeOf: (name: MeasureName, [from, to]: readonly [number, number]) =>
      numberOf(name).formatRange(from, to),
  };
}
