import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../../contract/kernel/errors.ts';
import type { Brand } from '../../brands/directory.ts';
import { recordReceiptOfProfile } from '../receipts.ts';
import { sendAsProfile } from '../sending.ts';
import type { App } from '../../app.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { answerJob } from '../write-messages.sql.ts';
import { composeAnswer } from './compose-answer.ts';
import { findSigns } from './signs.ts';
import {
  findUnanswered,
  hasOtherJob,
  readLastNumberOf,
  stopWaiting,
  answerId,
  readConversation,
} from './conversation.ts';
import type { Conversation, CompanionConversation } from './conversation.ts';
import { stopAndHelp } from './stop-and-help.ts';
import { chat } from '../../../contract/chat/live.ts';
import { TYPING_EVERY_MS } from '../../../contract/kernel/constants.ts';
import { ageFrom, smallPhoto } from '../../profiles/profile-summary.ts';

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

  const say = (text: string, writtenBy: string) =>
    send(app, brand, state, { text, writtenBy, to: last.number });
  const signs = findSigns(state.said, waiting);
  if (state.stop || signs.minor || signs.selfHarm) {
    await stopAndHelp(app, brand, state, { signs, say });
    return rest(app, state);
  }
  if (state.closed) return rest(app, state);

  await recordReceiptOfProfile(app, brand, { profileId, otherId, readTo: last.number });
  const answer = await whileWriting(app, brand, state, async () => {
    const began = performance.now();
    const composed = await composeAnswer(app, state, info);
    const left = pauseFor(app, composed.text) - (performance.now() - began);
    if (left > 0) await pause(left, undefined, { signal: info.signal });
    return composed;
  });
  if (await wroteAgain(app, state, last.number)) return false;
  const isLast = await say(answer.text, answer.writtenBy);
  await answer.afterwards?.();
  return isLast;
}

async function rest({ db }: App, state: CompanionConversation): Promise<true> {
  await stopWaiting(db, state, state.lastNumber);
  return true;
}

/** Nobody writes at once; a long answer takes longer. */
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

/** False where something came before the answer that it does not know of. */
async function send(
  app: App,
  brand: Brand,
  state: CompanionConversation,
  { text, writtenBy, to }: { text: string; writtenBy: string; to: number },
): Promise<boolean> {
  const { conversationId, profileId: fromId, memberId: toId } = state;
  try {
    const id = answerId(conversationId, to);
    const { number } = await sendAsProfile(app, brand, { fromId, toId, id, text, writtenBy });
    return number === to + 1;
  } catch (error) {
    const over = error instanceof Failure && ['chat.closed', 'request.not_found'].includes(error.code);
    if (!over) throw error;
    return rest(app, state);
  }
}

/** Shows the member that the companion writes, for as long as the work takes. */
async function whileWriting<T>(
  { config, clock, origins, realtime }: Pick<App, 'config' | 'clock' | 'origins' | 'realtime'>,
  brand: Brand,
  state: CompanionConversation,
  work: () => Promise<T>,
): Promise<T> {
  const { screenName } = state.persona;
  const say = () =>
    realtime.emit({ brandId: brand.id, accountIds: [state.accountId] }, chat, {
      id: null,
      type: 'writing',
      number: 0,
      profileId: state.profileId,
      text: '',
      blurred: null,
      name: screenName,
      at: clock.now().getTime(),
      read: false,
      delivered: false,
      notice: null,
      readyMade: false,
      icebreaker: false,
      invitation: false,
      photo: null,
      phoneCovered: false,
      screenName,
      age: ageFrom(state.birthYear, clock),
      kind: 'ai',
      portrait: smallPhoto({ brand, brandId: brand.id, config, origins }, state.photo),
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

const LOST_AFTER = MINUTE;
const MOST_LOST = 500;

/** Whoever waits without a job gets one: it may have been lost, or have given up. */
export async function enqueueLostAnswers({ db, clock }: App): Promise<void> {
  const before = new Date(clock.now().getTime() - LOST_AFTER);
  for (const conversation of await findUnanswered(db, before, MOST_LOST))
    await enqueue(db, answerJob, conversation, { key: conversation.conversationId });
}
