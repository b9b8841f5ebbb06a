/** What a brand is made of: each part has drafts and versions of its own. */

import { word } from '../kernel/text.ts';

/** `brand`: its settings; `flow:7` and `plan:vip-month`: a flow and a plan by their ids. */
export const brandPart = word(70, /^(?:brand|flow:[A-Za-z0-9_-]{1,32}|plan:[a-z0-9][a-z0-9_-]{1,63})$/);

export const partKinds = ['brand', 'flow', 'plan'] as const;
export type PartKind = (typeof partKinds)[number];

export const SETTINGS_PART = 'brand';
export const flowPart = (flowId: string) => `flow:${flowId}`;
export const planPart = (productId: string) => `plan:${productId}`;

/** The kind of a part, and its id where there are several of the kind. */
export function readPart(part: string): { kind: PartKind; id: string } {
  const [name = '', id = ''] = part.split(':', 2);
  const kind = partKinds.find((each) => each === name);
  if (!kind) throw new Error(`${part} is no part of a brand`);
  return { kind, id };
}
