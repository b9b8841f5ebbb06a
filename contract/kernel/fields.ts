import { z } from 'zod';
import { COUNTRIES } from '../countries/list.ts';
import { LANGUAGES } from './constants.ts';
import type { Language } from './constants.ts';
import { ADDRESS_MAX_LETTERS, isEmailAddress } from './email-address.ts';
import { spelledWords } from './spelling.ts';
import { address, code, line, password, word } from './text.ts';
import { isTrackerId } from './tracker-id.ts';

/** Fields that many entries share. Every string has a length. */
export const country = z.enum(COUNTRIES);
export const language = z.enum(LANGUAGES);
export const trackerId = word(128, /^[A-Za-z0-9._~-]{1,128}$/).refine(isTrackerId, { error: 'reserved' });
export const flowId = word(32, /^[A-Za-z0-9_-]{1,32}$/);
export const token = code(4096).min(1);
export const placeName = line(120);
export const cents = z.int().min(0).max(100_000_000);
export const credits = z.int().min(0).max(1_000_000_000);
export const premiumLevel = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export const epochMilliseconds = z.int().min(0);
export const emailText = address(ADDRESS_MAX_LETTERS);
/** A member's own address as they type it, so that a slip is noticed before it is sent. */
export const typedEmail = emailText.refine(isEmailAddress, { error: 'field.email' });
/** Where a picture is. Always whole, because mails, apps and pages elsewhere show it too. */
export const photoAddress = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^/]/);
export const passwordText = password(512).min(1);

export const gender = spelledWords({ female: 'donna', male: 'uomo' });
export type Gender = z.output<typeof gender>;
export const GENDERS = ['female', 'male'] as const satisfies readonly Gender[];

export const profileKind = z.enum(['member', 'staff', 'ai']);
export type ProfileKind = z.output<typeof profileKind>;

/**
 * A text in the languages that a brand speaks. A reader of another one gets English where there is some, else the
 * first that was written.
 */
export const localText = z
  .partialRecord(language, z.string().max(2000))
  .transform((texts, context): Record<Language, string> => {
    const spare = texts.en ?? Object.values(texts)[0];
    if (spare === undefined) {
      context.addIssue('needs a text in one language at least');
      return z.NEVER;
    }
    return Object.fromEntries(LANGUAGES.map((each) => [each, texts[each] ?? spare])) as Record<
      Language,
      string
    >;
  });
export type LocalText = z.output<typeof localText>;
