import { describe, expect, test } from 'vitest';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import en from '#contract/brand/popups/locales/en.json' with { type: 'json' };
import es from '#contract/brand/popups/locales/es.json' with { type: 'json' };
import fr from '#contract/brand/popups/locales/fr.json' with { type: 'json' };
import it from '#contract/brand/popups/locales/it.json' with { type: 'json' };
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { isSelling, paywalls, sellingPaywall } from './paywalls.ts';

const names = Object.keys(paywalls) as PaywallName[];

test.each([
  ['blurred', 'blurred'],
  ['paginazione', 'more_pages'],
  ['fine_crediti', 'out_of_credits'],
  ['file_like', 'out_of_likes'],
  ['cambia_regione', 'change_region'],
  ['profilo_bloccato', 'profile_locked'],
  ['attiva_lettura', 'read_receipts'],
])('/vip_plan/%s is about %s', (wireName, paywall) => {
  expect(sellingPaywall(wireName)).toBe(paywall);
});

test.each(['cred', 'utente_premium', 'anything', 'toString', undefined])(
  '%s is about plans in general',
  (wireName) => {
    expect(sellingPaywall(wireName)).toBeUndefined();
  },
);

const pack = { it: /pacchetto/, es: /paquete/, fr: /pack/, en: /pack/ };
const popups = { it, es, fr, en };

describe.each(LANGUAGES)('the words of what sells (%s)', (language) => {
  test.each(names.filter(isSelling))('%s names a pack exactly where a pack is enough', (name) => {
    const { text, plans } = popups[language][paywalls[name].words];
    const heading = 'text' in plans ? plans.text : plans.text_other;
    const isEnough = 'offersPacks' in paywalls[name];
    expect([text, heading].map((each) => pack[language].test(each))).toEqual([isEnough, isEnough]);
  });
});

test('only other regions are for plans alone', () => {
  const alone = names.filter(isSelling).filter((name) => !('offersPacks' in paywalls[name]));
  expect(alone).toEqual(['change_region']);
});
