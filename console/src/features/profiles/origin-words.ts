import type { PhotoOrigin } from '#contract/staff/house-photo.ts';

/** What is said of where a photo comes from. Null: it came with the demo. */
export function originWords(origin: PhotoOrigin | null) {
  return origin === null ? unknown : words[origin];
}

const unknown = { name: 'origin.unknown', text: 'originText.unknown' } as const;
const words = {
  own_drawing: { name: 'origin.own_drawing', text: 'originText.own_drawing' },
  licensed: { name: 'origin.licensed', text: 'originText.licensed' },
  consented: { name: 'origin.consented', text: 'originText.consented' },
} as const satisfies Record<PhotoOrigin, object>;

/** What the statement of an origin is about, where one is needed. */
export const statementWords = {
  licensed: { label: 'statement.licensed', hint: 'statementHint.licensed' },
  consented: { label: 'statement.consented', hint: 'statementHint.consented' },
} as const;
