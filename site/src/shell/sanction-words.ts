import type { SanctionKind, SanctionReason } from '#contract/moderation/sanctions.ts';

/** What a sanction means, as keys of the words about decisions. */
export const sanctionWords = {
  warning: 'sanctions.warning',
  hide: 'sanctions.hide',
  mute: 'sanctions.mute',
  suspend: 'sanctions.suspend',
  close: 'sanctions.close',
} as const satisfies Record<SanctionKind, string>;

/** Which rule was broken. */
export const sanctionReasonWords = {
  offensive: 'reasons.offensive',
  harassment: 'reasons.harassment',
  sexual: 'reasons.sexual',
  contact_details: 'reasons.contact_details',
  advertising: 'reasons.advertising',
  fake: 'reasons.fake',
  scam: 'reasons.scam',
  underage: 'reasons.underage',
  false_reports: 'reasons.false_reports',
} as const satisfies Record<SanctionReason, string>;
