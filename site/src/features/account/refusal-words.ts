import type { RefusalReason } from '../../../../contract/moderation/moderation.ts';

/** Why moderation refused something, as keys of the profile's words. */
export const refusalWords = {
  contact_details: 'refusals.contact_details',
  offensive: 'refusals.offensive',
  sexual: 'refusals.sexual',
  minor: 'refusals.minor',
  not_you: 'refusals.not_you',
  advertising: 'refusals.advertising',
  unclear: 'refusals.unclear',
} as const satisfies Record<RefusalReason, string>;
