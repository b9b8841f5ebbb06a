/** Whether a brand may be published: every rule of its country, over all of its flows and plans. */

import { RULES, unionSources } from '#contract/countries/european-union.ts';
import { countryData } from '#contract/countries/list.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { missingFacts } from '../legal-text.ts';
import { findMissingPictures } from '../pictures.ts';
import { readPriceHistory } from './price-history.ts';
import { rules } from './rules.ts';
import type { Offer } from './rules.ts';

const MOST_BREACHES = 50;

/** What breaks which rule, with the law that asks for it. */
export function findBreaches(offer: Offer) {
  const { sources } = countryData[offer.settings.country];
  return RULES.flatMap((rule) =>
    rules[rule](offer).map(({ where, what, part, path }) => ({
      rule,
      source: [unionSources[rule], sources[rule]].filter((text) => text !== undefined).join('; '),
      where,
      what,
      part,
      path: [...path],
    })),
  );
}

/** Refuses what breaks a rule. Called before anything of it is seen by a visitor. */
export async function requireLawful(
  db: DbOrTx,
  brandId: string,
  offer: Omit<Offer, 'history' | 'now'>,
): Promise<void> {
  const history = await readPriceHistory(db, brandId);
  const breaches = findBreaches({ ...offer, history, now: new Date() });
  if (breaches.length > 0)
    fail('brand.unlawful', { brand: offer.settings.key, breaches: breaches.slice(0, MOST_BREACHES) });
}

/** At the start: a brand that breaks a rule, by whatever way it came in, is left out; what its pages lack is warned of. */
export async function checkBrands({ db, brands, log }: Pick<App, 'db' | 'brands' | 'log'>): Promise<void> {
  for (const brand of brands.all()) {
    const offer = {
      settings: brand.settings,
      plans: [...brand.plans.values()],
      flows: [...brand.flows.values()],
    };
    try {
      await requireLawful(db, brand.id, offer);
    } catch (error) {
      const refused = { name: brand.key, reason: explainRefusal(error) };
      brands.refuse(refused);
      log.error(refused, 'a brand is left out');
      continue;
    }
    for (const { fact, pages } of missingFacts(brand))
      log.warn({ brand: brand.key, fact, pages }, 'a legal text lacks a fact of the brand');
    for (const { where, picture } of await findMissingPictures(db, offer))
      log.warn({ brand: brand.key, where, picture }, 'a page of the brand names a picture that is not there');
  }
}

/** The refusal as a text that names place, rule and law, for an operator who starts or saves from a terminal. */
export function explainUnlawful(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'brand.pictures_missing') {
    const { brand, missing } = (error as Failure<'brand.pictures_missing'>).details;
    const named = missing.map(({ where, picture }) => `  ${where}: ${picture}`).join('\n');
    return new StartupFault(
      `The brand ${brand} names pictures that are not in brands/pictures and is not published:\n${named}`,
    );
  }
  if (error.code === 'brand.hostname_taken') {
    const { brand, hostname, owner } = (error as Failure<'brand.hostname_taken'>).details;
    return new StartupFault(
      `settings.hostnames: ${hostname} belongs to the brand ${owner}, so that ${brand} is not published with it.`,
    );
  }
  if (error.code === 'brand.invalid') {
    const { brand, problems } = (error as Failure<'brand.invalid'>).details;
    const lines = problems.map(({ part, path, what }) => `  ${[part, ...path].join(', ')}: ${what}`);
    return new StartupFault(`The brand ${brand} is not valid and is not published:\n${lines.join('\n')}`);
  }
  if (error.code !== 'brand.unlawful') return error;
  const { brand, breaches } = (error as Failure<'brand.unlawful'>).details;
  const lines = breaches.map(
    ({ rule, source, where, what }) => `  ${where}: ${what}\n    ${rule}: ${source}`,
  );
  return new StartupFault(
    `The brand ${brand} breaks rules of its country and is not published:\n${lines.join('\n')}`,
  );
}

/** Why a brand is left out, for those who read it in the terminal, the log or the console. What is a bug stays one. */
export function explainRefusal(error: unknown): string {
  const explained = explainUnlawful(error);
  if (explained instanceof StartupFault) return explained.message;
  throw error;
}
