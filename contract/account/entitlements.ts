import { z } from 'zod';
import { credits } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';

/**
 * What a member's level and flow open to him, and what it costs him. The server decides; pages compare and show, and
 * never work it out themselves.
 */
export const entitlements = spelled({
  /** Message credits for a message in a conversation that he pays for. */
  messageCost: as('costo_messaggio', credits),
  /** Like credits for a like. */
  likeCost: as('costo_like', credits),
  /** Only his own region is open to him. */
  boundToRegion: as('solo_propria_regione', z.boolean()),
  /** How many pages of a search he may turn; null: all. */
  searchPages: as('pagine_ricerca', z.int().nullable()),
  /** His flow sells read receipts, and he has not paid: they are hidden from him where he pays for the conversation. */
  receiptsSold: as('letture_in_vendita', z.boolean()),
});
export type Entitlements = z.output<typeof entitlements>;
