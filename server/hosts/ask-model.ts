import type { ModelMessage } from 'ai';
import { fail } from '#contract/kernel/errors.ts';
import type { StaffContext } from '#server/app.ts';
import { dayOf, reserve, settle } from '#server/companion/budget.ts';
import { MOST_OUTPUT_TOKENS, ModelFailed, askModel, tokensOf } from '#server/companion/model.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import type { LimitName } from '#server/platform/security/limit-rules.ts';

interface Question {
  instructions: string;
  messages: ModelMessage[];
  /** What the host's own use is counted against. */
  limit: LimitName;
  /** For what may be longer than an answer in a chat. */
  longest?: { tokens: number; letters: number };
  /** How freely it may write; a translation is no invention. */
  temperature?: number;
}

/**
 * Asks the model for a host, within the host's own limit and the budgets of the conversation and the brand. Fails by name
 * where there is no model, its budget is used up, or it does not answer in time.
 */
export async function askForHost(
  { app, staffId }: StaffContext,
  { brandId, id: conversationId }: ConversationKey,
  { instructions, messages, limit, longest, temperature }: Question,
): Promise<string> {
  const { config, db, clock, modelHealth, limits, log } = app;
  if (!config.companion.model) fail('model.off');
  if (modelHealth.isPaused(clock.now())) fail('model.unavailable');
  await limits.hit(limit, staffId);
  const reserved = tokensOf(instructions, messages) + (longest?.tokens ?? MOST_OUTPUT_TOKENS);
  const spender = { brandId, conversationId, day: dayOf(clock.now()) };
  if (!(await reserve(db, config.companion.budget, spender, reserved))) fail('model.spent');
  try {
    const { signal } = new AbortController();
    const question = { instructions, messages, signal, ...(longest && { longest }), temperature };
    const { text, tokens = reserved } = await askModel(config.companion, question);
    await settle(db, spender, { reserved, used: tokens });
    modelHealth.recordSuccess();
    return text;
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    modelHealth.recordFailure(clock.now());
    log.warn({ err: error }, 'A host gets no help from the model');
    return fail('model.unavailable');
  }
}
