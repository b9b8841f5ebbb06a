import { z } from 'zod';
import { COUNTRIES, LANGUAGES } from './constants.ts';
import { spelledWords } from './spelling.ts';
import { address, code, line, password } from './text.ts';
import { isTrackerId } from './tracker-id.ts';

/** Fields that many entries share. Every string has a length. */
export const country = z.enum(COUNTRIES);
export const language = z.enum(LANGUAGES);
export const trackerId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,128}$/)
  .refine(isTrackerId, { error: 'reserved' });
export const flowId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);
export const token = code(4096).min(1);
export const placeName = line(120);
export const cents = z.int().min(0).max(100_000_000);
export const credits = z.int().min(0).max(1_000_000_000);
export const premiumLevel = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export const epochMilliseconds = z.int().min(0);
export const emailText = address(254);
/** Where a picture is. Always whole, because mails, apps and pages elsewhere show it too. */
export const photoAddress = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^/]/);
export const passwordText = password(512).min(1);

export const gender = spelledWords({ female: 'donna', male: 'uomo' });
export type Gender = z.output<typeof gender>;

export const profileKind = z.enum(['member', 'staff', 'ai']);
export type ProfileKind = z.output<typeof profileKind>;

/** A text in every language of the product. */
export const localText = z.object({
  it: z.string().max(2000),
  es: z.string().max(2000),
  en: z.string().max(2000),
  fr: z.string().max(2000),
});
export type LocalText = z.output<typeof localText>;
