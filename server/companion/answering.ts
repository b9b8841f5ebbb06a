import { setTimeout as pause } from 'node:timers/promises';
import { chat } from '#contract/chat/live.ts';
import { TYPING_EVERY_MS } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { plainMessage } from '#server/messaging/describe-message.ts';
import { recordReceiptOfProfile } from '#server/messaging/receipts.ts';
import { sendAsProfile } from '#server/messaging/sending.ts';
import { answerAsCompanionJob } from '#server/messaging/write-messages.sql.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';
import { asksIfReal } from '#server/safety/asks-if-real.ts';
import { findFault } from '#server/safety/check-answer.ts';
import { findSigns } from '#server/safety/signs.ts';
import { dayOf, reserve, settle, recordNotified, wasNotified } from './budget.ts';
import {
  findUnanswered,
  hasOtherJob,
  readLastNumberOf,
  stopWaiting,
  answerId,
  readConversation,
} from './conversation.ts';
import type { Conversation, CompanionConversation } from './conversation.ts';
import {
  MOST_OUTPUT_TOKENS,
  ModelFailed,
  askModel,
  conversationFor,
  instructionsFor,
  tokensOf,
} from './model.ts';
import { NEVER_AGAIN_WITHIN, scriptedAnswer, words } from './script.ts';
import { stopAndHelp } from './stop-and-help.ts';
import type { Words } from './stop-and-help.ts';

/** Who goes on writing is listened to for so long, then answered all the same. */
const LISTENS_FOR = 30 * SECOND;

const MOST_ROUNDS = 10;

/**
 * Answers for an AI companion whatever waits there, all at once. However often it runs, each message is answered once.
 * A message that comes meanwhile has a job of its own, which answers all; but that job is not added where it comes
 * at the very moment that this one begins, and then this one goes on.
 */
export async function answerAsCompanion(app: App, conversation: Conversation, info: JobInfo): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (await answerOnce(app, conversation, info)) return;
    if (await hasOtherJob(app.db, conversation, info.id)) return;
  }
}

/** False where more was written than it has answered. */
async function answerOnce(app: App, conversation: Conversation, info: JobInfo): Promise<boolean> {
  const brand = app.brands.byId(conversation.brandId);
  const state = brand && (await readConversation(app, conversation));
  if (!brand || !state) return true;
  const { waiting, profileId, memberId: otherId } = state;
  const last = waiting.at(-1);
  if (!last) return rest(app, state);

  const say = (answer: Words) => send(app, brand, state, { ...answer, to: last.number });
  const signs = findSigns(state.said, waiting);
  if (state.stop || signs.minor || signs.selfHarm) {
    await stopAndHelp(app, brand, state, { signs, say });
    return rest(app, state);
  }
  if (state.closed) return rest(app, state);
  // They go on waiting, and are answered once the profile is shown again.
  if (state.paused) return true;

  await recordReceiptOfProfile(app, brand, { profileId, otherId, readTo: last.number });
  const answer = await whileWriting(app, brand, state, async () => {
    const began = performance.now();
    const composed = await composeAnswer(app, state, info);
    const left = pauseFor(app, composed.text) - (performance.now() - began);
    if (left > 0) await pause(left, undefined, { signal: info.signal });
    return composed;
  });
  if (await wroteAgain(app, state, last.number)) return false;
  const isLast = await say(answer);
  await answer.afterwards?.();
  return isLast;
}

async function rest({ db }: App, state: CompanionConversation): Promise<true> {
  await stopWaiting(db, state, state.lastNumber);
  return true;
}

/** An answer at once would not be human; a long one takes longer. */
function pauseFor({ config }: App, text: string): number {
  const { pauseMs } = config.companion;
  return Math.min(3 * pauseMs, pauseMs * (1 + text.length / 100));
}

async function wroteAgain(
  { db, clock }: App,
  state: CompanionConversation,
  number: number,
): Promise<boolean> {
  const since = state.waiting[0]?.at ?? 0;
  if (clock.now().getTime() - since > LISTENS_FOR) return false;
  return (await readLastNumberOf(db, state, state.memberId)) > number;
}

/** Shows the member that the companion writes, for as long as the work takes. */
async function whileWriting<T>(
  app: App,
  brand: Brand,
  state: CompanionConversation,
  work: () => Promise<T>,
): Promise<T> {
  const { screenName } = state.persona;
  const say = () =>
    app.realtime.emit({ brandId: brand.id, accountIds: [state.accountId] }, chat, {
      ...plainMessage,
      id: null,
      type: 'writing',
      profileId: state.profileId,
      name: screenName,
      at: app.clock.now().getTime(),
      read: false,
      delivered: false,
      screenName,
      age: ageFrom(state.birthYear, app.clock),
      kind: 'ai',
      portrait: smallPhoto({ app, brand, brandId: brand.id }, state.photo),
      delayed: false,
      offset: 0,
      unread: 0,
    });
  say();
  const timer = setInterval(say, TYPING_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** False where something came before the answer that it does not know of. */
async function send(
  app: App,
  brand: Brand,
  state: CompanionConversation,
  { text, writtenBy, free, to }: Words & { to: number },
): Promise<boolean> {
  const { conversationId, profileId: fromId, memberId: toId } = state;
  try {
    const id = answerId(conversationId, to);
    const { number } = await sendAsProfile(app, brand, { fromId, toId, id, text, writtenBy, free });
    return number === to + 1;
  } catch (error) {
    const over = error instanceof Failure && ['chat.closed', 'request.not_found'].includes(error.code);
    if (!over) throw error;
    return rest(app, state);
  }
}

interface Answer extends Words {
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

/**
 * What the companion says next: the model's words, or the script's where there is no model or it will not do. Whether a
 * person answers is for the script alone to say: its words are known, and free.
 */
async function composeAnswer(
  app: App,
  state: CompanionConversation,
  { attempt, signal }: JobInfo,
): Promise<Answer> {
  const { config, clock, log, modelHealth: health } = app;
  if (state.waiting.some(({ text }) => asksIfReal(text))) return { ...fromScript(state), free: true };
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
  return { text, writtenBy: 'scripted', free: false };
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
      return { text, writtenBy: 'spent', free: false, afterwards: () => recordNotified(db, spender) };
    }
    const { text, tokens = reserved } = await askModel(config.companion, {
      instructions,
      messages,
      signal,
      modelName: state.modelName,
    });
    await settle(db, spender, { reserved, used: tokens });
    const fault = findFault(text);
    if (!fault) return { text, writtenBy: 'model', free: false };
    log.info({ fault }, 'A model said what a companion must not say');
  }
  return undefined;
}

const LOST_AFTER = MINUTE;
const MOST_LOST = 500;

/** A member who waits without a job gets one: it may have been lost, or have given up. */
export async function enqueueLostAnswers({ db, clock }: App): Promise<void> {
  const before = new Date(clock.now().getTime() - LOST_AFTER);
  for (const conversation of await findUnanswered(db, before, MOST_LOST))
    await enqueue(db, answerAsCompanionJob, conversation, { key: conversation.conversationId });
}
