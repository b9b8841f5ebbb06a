/** A profile as its form holds it, and as it is sent. */

import { z } from 'zod';
import { AGE_MAX, AGE_MIN, HOUSE_NOTES_MAX_LETTERS, LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { GENDERS, language, placeName } from '#contract/kernel/fields.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { line, writing } from '#contract/kernel/text.ts';
import { detailForm } from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { PROMPTS_MOST, PROMPT_MAX_LETTERS, promptName } from '#contract/profile/prompts.ts';
import type { PromptAnswer } from '#contract/profile/prompts.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';
import type { HouseSettings } from '#contract/staff/house-profiles.ts';

export const ABOUT_MAX_LETTERS = 300;
export const WORDS_MAX_LETTERS = 2000;
export const MODEL_MAX_LETTERS = 200;

export interface Words {
  about: string;
  description: string;
  lookingFor: string;
  prompts: PromptAnswer[];
}

export interface Place {
  region: string;
  city: string | null;
}

export interface ProfileValues {
  screenName: string;
  age: string;
  gender: Gender;
  place: Place | null;
  details: Details;
  words: Record<Language, Words>;
  notes: string;
  teamId: string;
  /** Both empty: at any time. */
  hours: { from: string; to: string };
  character: string;
  limits: string;
  model: string;
}

const wordless: Words = { about: '', description: '', lookingFor: '', prompts: [] };

export function valuesOf(settings: HouseSettings): ProfileValues {
  const { screenName, age, gender, region, city, details, notes, teamId, hours, character, limits, model } =
    settings;
  const wordsIn = (wanted: Language): Words => {
    const { about, description, lookingFor, prompts } =
      settings.words.find((each) => each.language === wanted) ?? wordless;
    return { about, description, lookingFor, prompts };
  };
  return {
    screenName,
    age: String(age),
    gender,
    place: region === null ? null : { region, city },
    details,
    words: Object.fromEntries(LANGUAGES.map((each) => [each, wordsIn(each)])) as Record<Language, Words>,
    notes,
    teamId: teamId ?? '',
    hours: hours === null ? { from: '', to: '' } : { from: clockOf(hours.from), to: clockOf(hours.to) },
    character,
    limits,
    model: model ?? '',
  };
}

/** Of minutes since midnight. */
function clockOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Only what says something: an empty text is no text, and a question without an answer none. */
function writtenIn(
  wanted: Language,
  { about, description, lookingFor, ...rest }: Words,
): HouseSettings['words'] {
  const prompts = rest.prompts.filter(({ text }) => text !== '');
  const isEmpty = about + description + lookingFor === '' && prompts.length === 0;
  return isEmpty ? [] : [{ language: wanted, about, description, lookingFor, prompts }];
}

const clock = z.union([z.literal(''), z.iso.time({ precision: -1 })]);
const words = z.object({
  about: writing(ABOUT_MAX_LETTERS),
  description: writing(WORDS_MAX_LETTERS),
  lookingFor: writing(WORDS_MAX_LETTERS),
  prompts: z.array(z.object({ prompt: promptName, text: line(PROMPT_MAX_LETTERS) })).max(PROMPTS_MOST),
});

export const age = z
  .string()
  .transform(Number)
  .pipe(z.int('field.age').min(AGE_MIN, 'field.age').max(AGE_MAX, 'field.age'));
export const screenName = line(60).refine(isScreenName, 'field.name');
export const place = z.object({ region: placeName, city: placeName.nullable() }).nullable();

export const profileSchema = z
  .object({
    screenName,
    age,
    gender: z.enum(GENDERS),
    place,
    details: z.object(detailForm),
    words: z.record(language, words),
    notes: writing(HOUSE_NOTES_MAX_LETTERS),
    teamId: z.string(),
    hours: z
      .object({ from: clock, to: clock })
      .refine(({ from, to }) => (from === '') === (to === '') && (from === '' || from !== to), 'hours'),
    character: writing(HOUSE_NOTES_MAX_LETTERS),
    limits: writing(HOUSE_NOTES_MAX_LETTERS),
    model: line(MODEL_MAX_LETTERS),
  })
  .transform(({ place: chosen, words: written, teamId, hours, model, ...rest }): HouseSettings => ({
    ...rest,
    region: chosen?.region ?? null,
    city: chosen?.city ?? null,
    words: LANGUAGES.flatMap((each) => writtenIn(each, written[each])),
    teamId: teamId || null,
    hours: hours.from === '' ? null : { from: minutesOf(hours.from), to: minutesOf(hours.to) },
    model: model || null,
  }));
