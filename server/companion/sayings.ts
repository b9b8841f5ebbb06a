/** What else a profile says of itself, for a model that answers as it. */

import { promptsIn } from '#contract/profile/prompts.ts';
import prompts from '#contract/profile/prompts/locales/en.json' with { type: 'json' };
import { detailsOf } from '#server/profiles/own-details.ts';

interface Sayings {
  details: unknown;
  delicate_details: unknown;
  prompts: unknown;
}

/** By what each is called: the answers that were chosen, and those to questions. */
export function sayingsOf(row: Sayings): Record<string, unknown> {
  const chosen = Object.entries(detailsOf(row)).filter(([, answer]) => answer !== null);
  const answered = promptsIn(row.prompts).map(({ prompt, text }) => [prompts.prompts[prompt].question, text]);
  return Object.fromEntries([...chosen, ...answered]) as Record<string, unknown>;
}
