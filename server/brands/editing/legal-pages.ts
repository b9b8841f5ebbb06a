/** A legal page for those who edit it, and as it would be read. */

import { REPLACEABLE_PAGES } from '#contract/brand/legal.ts';
import { legalPart } from '#contract/brand/parts.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  previewLegalPage as previewEndpoint,
  readLegalPage as readEndpoint,
} from '#contract/staff/brand-texts.ts';
import type { StaffContext } from '#server/app.ts';
import { factNames, placeholders } from '../legal-facts.ts';
import type { ListKept } from '../legal-facts.ts';
import { findLegalFaults } from '../legal-faults.ts';
import { legalPage } from '../legal-page.ts';
import { draftHtml, readable, versionsOfPage } from '../legal-text.ts';
import { findShownBrand } from './brand-texts.ts';

const nothing = { text: {}, consentAgain: false };

export function legalPageReader(listKept: ListKept) {
  return async (
    context: StaffContext,
    { brand: key, page, language }: InputOf<typeof readEndpoint>,
  ): Promise<ReplyOf<typeof readEndpoint>> => {
    const brand = await findShownBrand(context, key);
    const facts = { ...brand, listKept };
    const replaceable = REPLACEABLE_PAGES.includes(page);
    const shown = versionsOfPage(brand, page);
    const [inForce] = shown;
    return {
      replaceable,
      ours: draftHtml(facts, { ...nothing, page, mode: 'ours' }, language),
      stays: replaceable ? draftHtml(facts, { ...nothing, page, mode: 'own' }, language) : '',
      facts: factNames.flatMap((name) => {
        const value = placeholders[name]?.read(facts, language);
        return typeof value === 'string' ? [{ name, value: readable(value) }] : [];
      }),
      editions: brand.legal[page].editions
        .filter(({ id }) => shown.includes(id))
        .map(({ id, mode, consentAgain }) => ({ edition: id, mode, consentAgain, inForce: id === inForce })),
    };
  };
}

export function legalPagePreviewer(listKept: ListKept) {
  return async (
    context: StaffContext,
    { brand: key, language, text, ...written }: InputOf<typeof previewEndpoint>,
  ): Promise<ReplyOf<typeof previewEndpoint>> => {
    const brand = await findShownBrand(context, key);
    const page = legalPage.parse({ ...written, text: { [language]: text }, consentAgain: false });
    const problems = findLegalFaults(page).map(({ path, what }) => ({
      part: legalPart(page.page),
      path,
      what,
    }));
    if (problems.length > 0) fail('brand.invalid', { brand: key, problems });
    return { html: draftHtml({ ...brand, listKept }, page, language) };
  };
}
