import type { App } from '../../app.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import {
  MOST_OUTPUT_TOKENS,
  ModelFailed,
  askModel,
  conversationFor,
  instructionsFor,
  tokensOf,
} from './model.ts';
import { dayOf, reserve, settle, recordNotified, wasNotified } from './budget.ts';
import { findFault } from './check-answer.ts';
import type { CompanionConversation } from './conversation.ts';
import { NEVER_AGAIN_WITHIN, scriptedAnswer } from './script.ts';
import { words } from './words.ts';

interface Answer {
  text: string;
  writtenBy: 'model' | 'scripted' | 'spent';
  /** To be done once it is sent. */
  afterwards?: () => Promise<void>;
}

/** How many of the last messages are sent to the model. */
const MOST_SENT = 20;
/** How often a job asks a model that fails before the script answers. */
const MODEL_ATTEMPTS = 2;
/** How often it may say something that it must not. */
const TRIES = 2;

/** What the companion says next: the model's words, or the script's where there is no model or it will not do. */
export async function composeAnswer(
  app: App,
  state: CompanionConversation,
  { attempt, signal }: JobInfo,
): Promise<Answer> {
  const { config, clock, log, chat } = app;
  const health = chat.modelHealth;
  const asksModel = config.companion.model && attempt <= MODEL_ATTEMPTS && !health.isPaused(clock.now());
  if (!asksModel) return fromScript(state);
  try {
    const answer = await fromModel(app, state, signal);
    health.recordSuccess();
    return answer ?? fromScript(state);
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    health.recordFailure(clock.now());
    // The job is tried again in a few seconds.
    if (error.passing && attempt < MODEL_ATTEMPTS) throw error;
    log.warn({ err: error }, 'A companion answers from its script');
    return fromScript(state);
  }
}

function fromScript(state: CompanionConversation): Answer {
  const { conversationId, language, persona, said, waiting } = state;
  const text = scriptedAnswer({
    conversationId,
    number: waiting.at(-1)?.number ?? 0,
    language,
    ownName: persona.screenName,
    waiting,
    ownLines: said
      .filter(({ own }) => own)
      .map((each) => each.text)
      .slice(-NEVER_AGAIN_WITHIN),
  });
  return { text, writtenBy: 'scripted' };
}

/** Nothing where the script has to answer. */
async function fromModel(
  app: App,
  state: CompanionConversation,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const { config, db, clock, log } = app;
  const instructions = instructionsFor(state.persona, state.language);
  const messages = conversationFor(state.said.slice(-MOST_SENT));
  const reserved = tokensOf(instructions, messages) + MOST_OUTPUT_TOKENS;
  const spender = { ...state, day: dayOf(clock.now()) };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (!(await reserve(db, config.companion.budget, spender, reserved))) {
      if (await wasNotified(db, spender)) return undefined;
      const { spent: text } = words[state.language];
      return { text, writtenBy: 'spent', afterwards: () => recordNotified(db, spender) };
    }
    const { text, tokens = reserved } = await askModel(config.companion, { instructions, messages, signal });
    await settle(db, spender, { reserved, used: tokens });
    const fault = findFault(text);
    if (!fault) return { text, writtenBy: 'model' };
    log.info({ fault }, 'A model said what a companion must not say');
  }
  return undefined;
}
