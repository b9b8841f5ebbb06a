/** What a brand is made of: each part has drafts and versions of its own. */

import { word } from '../kernel/text.ts';
import type { LegalPage } from './legal.ts';
import type { TextChannel } from './texts.ts';

/**
 * `brand`: its settings; `flow:7` and `plan:vip-month`: a flow and a plan by their ids; `texts:mail`: its own words in a
 * channel; `legal:terms`: what it says on a legal page.
 */
export const brandPart = word(
  70,
  /^(?:brand|flow:[A-Za-z0-9_-]{1,32}|plan:[a-z0-9][a-z0-9_-]{1,63}|texts:(?:mail|push|telegram|popup)|legal:[a-z]{1,20})$/,
);

export const partKinds = ['brand', 'flow', 'plan', 'texts', 'legal'] as const;
export type PartKind = (typeof partKinds)[number];

/** Settings, flows, plans, texts of each channel and legal pages that one brand may have. */
export const PARTS_MOST = 320;

export const SETTINGS_PART = 'brand';
export const flowPart = (flowId: string) => `flow:${flowId}`;
export const planPart = (productId: string) => `plan:${productId}`;
export const textsPart = (channel: TextChannel) => `texts:${channel}`;
export const legalPart = (page: LegalPage) => `legal:${page}`;

/** The kind of a part, and its id where there are several of the kind. */
export function readPart(part: string): { kind: PartKind; id: string } {
  const [name = '', id = ''] = part.split(':', 2);
  const kind = partKinds.find((each) => each === name);
  if (!kind) throw new Error(`${part} is no part of a brand`);
  return { kind, id };
}

/** Parts without which a brand says what we say: what they held is taken back by leaving them empty. */
export function mayBeEmpty(kind: PartKind): boolean {
  return kind === 'texts' || kind === 'legal';
}
