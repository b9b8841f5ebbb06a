/** A companion is tried out in the console, beside the form that says how it is. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { tryCompanion as endpoint } from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { asksIfReal } from '#server/safety/asks-if-real.ts';
import { findFault } from '#server/safety/check-answer.ts';
import { dayOf, reserveForBrand } from './budget.ts';
import {
  MOST_OUTPUT_TOKENS,
  ModelFailed,
  askModel,
  conversationFor,
  instructionsFor,
  tokensOf,
} from './model.ts';
import { scriptedAnswer } from './script.ts';

type Input = InputOf<typeof endpoint>;

/** Answers as the companion would. Of what was said nothing is kept; what it costs is counted for the brand. */
export async function tryCompanion(
  context: StaffContext,
  { brand, ...input }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const inside = atBrand(context, brand);
  const last = input.said.at(-1)?.text ?? '';
  const text = asksIfReal(last) ? undefined : await askedOfModel(inside, input);
  return text === undefined ? { text: fromScript(input), by: 'script' } : { text, by: 'model' };
}

/** Nothing where the script answers: without a model, without budget, and where the model must not say it. */
async function askedOfModel(
  { app, brandId, staffId }: StaffContext,
  { said, language, model: modelName, ...persona }: Omit<Input, 'brand'>,
): Promise<string | undefined> {
  const { config, clock, db, limits, log, modelHealth } = app;
  if (!config.companion.model || modelHealth.isPaused(clock.now())) return undefined;
  await limits.hit('draftStaff', staffId);
  const instructions = instructionsFor(persona, language);
  const messages = conversationFor(
    said.map(({ from, text }) => ({ own: from === 'profile', text, hasPhoto: false })),
  );
  const tokens = tokensOf(instructions, messages) + MOST_OUTPUT_TOKENS;
  const wanted = { tokens, budget: config.companion.budget.brand };
  if (!(await reserveForBrand(db, { brandId, day: dayOf(clock.now()) }, wanted))) return undefined;
  try {
    const { signal } = new AbortController();
    const { text } = await askModel(config.companion, { instructions, messages, signal, modelName });
    modelHealth.recordSuccess();
    return findFault(text) ? undefined : text;
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    modelHealth.recordFailure(clock.now());
    log.warn({ err: error }, 'A companion that is tried out answers from its script');
    return undefined;
  }
}

function fromScript({ said, language, screenName }: Omit<Input, 'brand'>): string {
  const lastOwn = said.findLastIndex(({ from }) => from === 'profile');
  return scriptedAnswer({
    conversationId: 'try-out',
    number: said.length,
    language,
    ownName: screenName,
    waiting: said.slice(lastOwn + 1).map(({ text }) => ({ text, hasPhoto: false })),
    ownLines: said.filter(({ from }) => from === 'profile').map(({ text }) => text),
  });
}
