import { spelledWords } from '../kernel/spelling.ts';

/** Why moderation refuses something. The member reads it in their own language. The order is that of the console's keys. */
export const refusalReasons = [
  'contact_details',
  'offensive',
  'sexual',
  'minor',
  'not_you',
  'advertising',
  'unclear',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The same as the member's browser receives. */
export const refusal = spelledWords({
  contact_details: 'contatti',
  offensive: 'offensivo',
  sexual: 'sessuale',
  minor: 'minore',
  not_you: 'altra_persona',
  advertising: 'pubblicita',
  unclear: 'non_chiaro',
});
