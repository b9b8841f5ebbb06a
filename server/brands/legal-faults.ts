/** What keeps an operator's legal text from being published: which pages it may replace, and which facts it may name. */

import { REPLACEABLE_PAGES } from '#contract/brand/legal.ts';
import type { BrandLegalPage } from '#contract/brand/legal.ts';
import { factNames } from './legal-facts.ts';
import { linesOfHtml } from './legal-page.ts';

interface LegalFault {
  path: string[];
  what: string;
}

export function findLegalFaults({ page, mode, text, consentAgain }: BrandLegalPage): LegalFault[] {
  const faults: LegalFault[] = [];
  const written = Object.entries(text).filter(([, html]) => linesOfHtml(html).length > 0);
  if (mode === 'own' && !REPLACEABLE_PAGES.includes(page))
    faults.push({ path: ['mode'], what: `the page ${page} says what the law asks for: it can be added to` });
  if (mode !== 'ours' && written.length === 0)
    faults.push({ path: ['text'], what: 'needs a text in one language at least' });
  if (consentAgain && page !== 'terms')
    faults.push({ path: ['consentAgain'], what: 'only the terms are agreed to' });
  for (const [each, html] of written) {
    const unknown = [...html.matchAll(/\{(\w*)\}/g)].filter(([, name = '']) => !factNames.includes(name));
    if (unknown.length > 0)
      faults.push({
        path: ['text', each],
        what: `${unknown.map(([whole]) => whole).join(', ')} stands for nothing`,
      });
  }
  return faults;
}
