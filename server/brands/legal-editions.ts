/** What was in force when on a brand's legal page: our versions and its own publications in one row. */

import { compareEditions, legalVersions } from '#contract/brand/legal.ts';
import type { BrandLegalPage, LegalEdition, LegalMode, LegalPage } from '#contract/brand/legal.ts';

/** A publication of a brand's own, without its text. */
export interface PublishedLegal {
  version: number;
  publishedAt: Date;
  mode: LegalMode;
  consentAgain: boolean;
  /** Equal for equal texts. */
  text: string;
}

export interface Edition extends LegalEdition {
  mode: LegalMode;
  /** The version of our text that is in it. */
  oursOf: string;
  /** The version of the brand's that is in it. */
  version: number | null;
}

export interface BrandLegal {
  /** What is live of the brand's own. */
  own: BrandLegalPage | undefined;
  /** Newest first. */
  editions: readonly [Edition, ...Edition[]];
}

export function editionsOf(page: LegalPage, published: readonly PublishedLegal[]): BrandLegal['editions'] {
  const oldest = legalVersions[page].at(-1)?.day ?? '';
  const events = [
    ...legalVersions[page].map(({ day, consentAgain = false }) => ({
      id: day,
      consentAgain,
      own: undefined,
    })),
    ...published.map((own) => ({
      id: `${own.publishedAt.toISOString().slice(0, 10)}.${own.version}`,
      consentAgain: own.consentAgain,
      own,
    })),
  ].sort((one, other) => compareEditions(one.id, other.id));
  let oursOf = oldest;
  let own: PublishedLegal | undefined;
  const editions = events.map(({ id, consentAgain, own: newer }): Edition => {
    if (newer) own = newer;
    else oursOf = id;
    const mode = own?.mode ?? 'ours';
    return {
      id,
      consentAgain,
      mode,
      oursOf,
      version: mode === 'ours' ? null : (own?.version ?? null),
      text: mode === 'ours' ? oursOf : `${oursOf} ${mode} ${own?.text}`,
    };
  });
  return editions.toReversed() as [Edition, ...Edition[]];
}

/** What a member agrees to who agrees now. */
export function editionInForce(
  { legal }: { legal: Readonly<Record<LegalPage, BrandLegal>> },
  page: LegalPage,
): string {
  return legal[page].editions[0].id;
}
