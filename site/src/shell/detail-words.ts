import { useTranslation } from 'react-i18next';
import { details, isChoice, isSeveral } from '#contract/profile/details.ts';
import type { DetailName, MeasureName } from '#contract/profile/details.ts';

/** What details of a profile and their answers are called. */
export function useDetailWords() {
  const { t, i18n } = useTranslation(['details', 'interests']);
  const numberOf = (name: MeasureName) =>
    new Intl.NumberFormat(i18n.language, { style: 'unit', unit: details[name].unit });
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
  const spoken = new Intl.DisplayNames(i18n.language, { type: 'language' });
  /** One of several answers: an interest, or a language, whose name begins a line. */
  const oneOf = (name: DetailName, answer: string) => {
    if (name !== 'languages') return t(`interests:names.${answer}` as 'interests:names.sea');
    const language = spoken.of(answer) ?? answer;
    return language.charAt(0).toLocaleUpperCase(i18n.language) + language.slice(1);
  };
  return {
    nameOf: (name: DetailName) => t(`${name}.name`),
    questionOf: (name: DetailName) => t(`${name}.question`),
    oneOf,
    answerOf(name: DetailName, answer: string | number | readonly string[]) {
      if (isSeveral(name)) return list.format((answer as readonly string[]).map((one) => oneOf(name, one)));
      return isChoice(name)
        ? t(`${name}.options.${answer as string}` as 'hairColour.options.red')
        : numberOf(name).format(Number(answer));
    },
    rangeOf: (name: MeasureName, [from, to]: readonly [number, number]) =>
      numberOf(name).formatRange(from, to),
  };
}
