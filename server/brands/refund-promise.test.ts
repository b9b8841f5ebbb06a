import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { legalVersions } from '#contract/brand/legal.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';

/** How each language promises all the money back, and to what the promise is bound. */
const words = {
  it: {
    promise: /riavrai tutto|all’anno[^.]* tutto|recesso completo|rimborso completo/,
    bound: /account.*carta.*dispositivo/,
  },
  es: {
    promise: /recuperas todo|al año[^.]* todo|reembolso completo|desistimiento completo/,
    bound: /cuenta.*tarjeta.*dispositivo/,
  },
  en: {
    promise: /everything back|a year[^.]* everything|full refund|full withdrawal/,
    bound: /account.*card.*device/,
  },
  fr: {
    promise:
      /tout vous est rendu|récupérez tout|par an[^.]* tout|remboursement complet|rétractation complète/,
    bound: /compte.*carte.*appareil/,
  },
} as const;

test.each(LANGUAGES)(
  'wherever a text in %s promises everything back, it says how often and to whom',
  async (language) => {
    const latest = (page: 'faq' | 'terms' | 'withdrawal') =>
      `./legal/${page}/${legalVersions[page][0].day}/${language}.json`;
    const files = [
      latest('faq'),
      latest('terms'),
      latest('withdrawal'),
      `../../site/src/locales/${language}/home.json`,
      `../../site/src/locales/${language}/profile.json`,
    ];
    const { promise, bound } = words[language];
    for (const file of files) {
      const lines = (await readFile(new URL(file, import.meta.url), 'utf8')).split('\n');
      const promises = lines.filter((line) => promise.test(line));
      expect(promises).not.toEqual([]);
      expect(promises.filter((line) => !bound.test(line))).toEqual([]);
    }
  },
);
