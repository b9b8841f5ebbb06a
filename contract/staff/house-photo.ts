/** What is known of a photo of a house profile. */

import { z } from 'zod';
import { photoAddress } from '../kernel/fields.ts';

/** Where a photo comes from: drawn for us, licensed, or of a person who has consented. */
export const photoOrigins = ['own_drawing', 'licensed', 'consented'] as const;
export type PhotoOrigin = (typeof photoOrigins)[number];
export const photoOrigin = z.enum(photoOrigins);
export const ORIGIN_STATEMENT_MAX_LETTERS = 500;
export const HOUSE_PHOTOS_MOST = 6;

export const housePhoto = z.object({
  id: z.uuid(),
  address: photoAddress,
  width: z.int(),
  height: z.int(),
  /** Null for drawings of the demo. */
  origin: photoOrigin.nullable(),
  statement: z.string().max(ORIGIN_STATEMENT_MAX_LETTERS),
  hasDocument: z.boolean(),
});
export type HousePhoto = z.output<typeof housePhoto>;
