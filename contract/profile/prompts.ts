/**
 * Questions that members answer in a sentence, from light to deep. An answer is shown under the question's title, and is
 * what others like or write about. The words stand in `prompts/locales/`.
 */

import { z } from 'zod';
import { line } from '../kernel/text.ts';

export const PROMPTS_MOST = 3;
export const PROMPT_MAX_LETTERS = 200;

export const promptMoods = {
  light: [
    'sunday',
    'laugh',
    'cook',
    'breakfast',
    'neverUnderstand',
    'song',
    'film',
    'weakness',
    'holiday',
    'talent',
    'seaMountain',
    'talkFor',
    'corner',
    'argue',
  ],
  everyday: [
    'evening',
    'morning',
    'home',
    'work',
    'friends',
    'learning',
    'smallJoy',
    'habit',
    'doneWell',
    'bedside',
  ],
  us: ['firstDate', 'together', 'getOn', 'noticed', 'patience', 'message', 'distance', 'gesture'],
  deep: ['changedMind', 'brave', 'grateful', 'childhood', 'atTwenty', 'matters', 'dream', 'nextYear'],
} as const;

export type PromptMood = keyof typeof promptMoods;
export type PromptName = (typeof promptMoods)[PromptMood][number];

export const promptMoodNames = Object.keys(promptMoods) as PromptMood[];
export const promptNames: readonly PromptName[] = promptMoodNames.flatMap((mood) => promptMoods[mood]);

export const promptName = z.enum(promptNames);

/** A question and what was answered. */
export const promptAnswer = z.object({ prompt: promptName, text: line(PROMPT_MAX_LETTERS).min(1) });
export type PromptAnswer = z.output<typeof promptAnswer>;

export const shownPrompts = z.array(promptAnswer).max(PROMPTS_MOST);
/** As they are saved: each question once. */
export const savedPrompts = shownPrompts.refine(
  (answers) => new Set(answers.map(({ prompt }) => prompt)).size === answers.length,
);

/** What of a stored value are answers. A question that is asked no longer counts as not answered. */
export function promptsIn(stored: unknown): PromptAnswer[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => promptAnswer.safeParse(one).data ?? []).slice(0, PROMPTS_MOST);
}
