import { z } from 'zod';
import { credits } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';

/**
 * What a member's level and flow open to them, and what it costs them. The server decides; pages compare and show, and
 * never work it out themselves.
 */
export const entitlements = spelled({
  /** Message credits for a message in a conversation that they pay for. */
  messageCost: as('costo_messaggio', credits),
  /** Like credits for a like. */
  likeCost: as('costo_like', credits),
  /** Only their own region is open to them. */
  boundToRegion: as('solo_propria_regione', z.boolean()),
  /** How many pages of a search they may turn; null: all. */
  searchPages: as('pagine_ricerca', z.int().nullable()),
  /** Their flow sells read receipts, and they have not paid: the receipts are hidden where they pay for the conversation. */
  receiptsSold: as('letture_in_vendita', z.boolean()),
});
export type Entitlements = z.output<typeof entitlements>;
