import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { legalVersions } from '#contract/brand/legal.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';

/** How each language promises all the money back, and to what the promise is bound. */
const words = {
  it: {
    promise: /ria(vrai|vere|vuto) tutto|all’anno[^.]* tutto|(rimborso|recesso) (completo|totale)/i,
    bound: [/all’anno|dodici mesi/, /account.*carta.*dispositivo/],
  },
  es: {
    promise: /recuper(as|arlo|ar) todo|al año[^.]* todo|(reembolso|desistimiento) (completo|total)/i,
    bound: [/al año|doce meses/, /cuenta.*tarjeta.*dispositivo/],
  },
  en: {
    promise: /everything back|all your money back|a year[^.]* everything|full (refund|withdrawal)/i,
    bound: [/a year|twelve months/, /account.*card.*device/],
  },
  fr: {
    promise:
      /tout vous est rendu|récupérez tout|tout récupérer|par an[^.]* tout|(remboursement|rétractation) (complet|complète|total)/i,
    bound: [/par an|douze derniers mois/, /compte.*carte.*appareil/],
  },
} as const;

const root = join(import.meta.dirname, '../..');
const pages = ['faq', 'terms', 'withdrawal'] as const;

test.each(LANGUAGES)(
  'wherever a text in %s promises everything back, it says how often and to whom',
  async (language) => {
    const legal = pages.map(
      (page) => `server/brands/legal/${page}/${legalVersions[page][0].day}/${language}.json`,
    );
    const promising = [
      ...legal,
      `contract/billing/terms/${language}.json`,
      `server/billing/books/locales/${language}.json`,
      `server/mails/locales/${language}.json`,
      `site/src/locales/${language}/home.json`,
      `site/src/locales/${language}/profile.json`,
    ];
    const { promise, bound } = words[language];
    // Earlier versions of the legal pages stay what members agreed to.
    const current = await Array.fromAsync(
      glob(
        [
          `site/src/locales/${language}/*.json`,
          `contract/**/${language}.json`,
          `server/{mails,billing,notifications}/**/${language}.json`,
          'brands/*.json',
        ],
        { cwd: root },
      ),
    );
    const found: string[] = [];
    for (const file of new Set([...legal, ...current])) {
      const lines = (await readFile(join(root, file), 'utf8')).split('\n');
      const promises = lines.filter((line) => promise.test(line));
      if (promises.length > 0) found.push(file);
      const unbound = promises.filter((line) => !bound.every((part) => part.test(line)));
      expect({ file, unbound }).toEqual({ file, unbound: [] });
    }
    expect(found.toSorted()).toEqual(promising.toSorted());
  },
);
