/** Sends what is ready for a channel. Each channel has a queue of its own, so that one that hangs holds up no other. */

import { isAbout, reactionKinds } from '#contract/notification/kinds.ts';
import type { ReactionKind } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import { createCircuitBreaker } from '#server/platform/circuit-breaker.ts';
import type { CircuitBreaker } from '#server/platform/circuit-breaker.ts';
import { HOUR, SECOND } from '#server/platform/clock.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { redact } from '#server/platform/telemetry/log.ts';
import { NotTaken, topicOf } from './channel.ts';
import type { Channel, SendResult, Told } from './channel.ts';
import { settleJudged } from './decide-due.ts';
import { readUnreadReactions, readUnreadSenders } from './facts.sql.ts';
import type { FactsRow, Owner, Senders } from './facts.sql.ts';
import { judge } from './judge.ts';
import type { Judged } from './judge.ts';
import { makeReady, postpone, settle, takeReady } from './queue.ts';
import type { Queued } from './queue.ts';
import { describeSettings } from './settings.ts';

export interface ChannelQueue {
  channel: Channel;
  breaker: CircuitBreaker;
  /** A provider that has not answered by then is not going to. Shorter than a node may keep what it took. */
  within: number;
}

export function openQueue(channel: Channel, { within = 30 * SECOND } = {}): ChannelQueue {
  return { channel, breaker: createCircuitBreaker(), within };
}

const FIRST_RETRY = 15 * SECOND;
const LONGEST_RETRY = HOUR;
const LONGEST_ERROR = 500;

/**
 * Sends some, and answers how many it took. What was read since, or whose reader has come online, is not sent: the policy
 * is asked again with what is known now.
 */
export async function sendReady(app: App, queue: ChannelQueue): Promise<number> {
  const { channel, breaker } = queue;
  const allowed = breaker.allowed(app.clock.now().getTime());
  if (allowed === 'none') return 0;
  const limit = allowed === 'one' ? 1 : channel.concurrency;
  const taken = await takeReady(app.db, channel.name, app.clock.now(), limit);
  const judged = await judge(app, taken);
  const isStillRight = ({ decision }: Judged) => decision.act === 'send' && decision.channel === channel.name;
  await settleJudged(
    app,
    judged.filter((one) => !isStillRight(one)),
  );
  const sent = await sendAll(app, queue, judged.filter(isStillRight));
  await record(app, queue, sent);
  return taken.length;
}

type Outcome = SendResult | NotTaken;

async function sendAll(app: App, queue: ChannelQueue, judged: readonly Judged[]): Promise<Sent[]> {
  try {
    const told = await describe(app, queue.channel, judged);
    return await Promise.all(
      told.map(async ({ row, ...one }) => ({ row, outcome: await send(app, queue, one) })),
    );
  } catch (error) {
    // Nothing has left yet: what is sent never throws.
    const outcome = faultOfOurs(app, queue.channel, error);
    return judged.map(({ row }) => ({ row, outcome }));
  }
}

async function send(app: App, { channel, within }: ChannelQueue, told: Told): Promise<Outcome> {
  const controller = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<Outcome>();
  // A channel that does not heed its signal is left behind.
  const timer = setTimeout(() => {
    resolve(channel.repeatable ? new NotTaken('no answer in time') : 'unknown');
    controller.abort();
  }, within);
  try {
    return await Promise.race([channel.send(app, told, controller.signal), expired]);
  } catch (error) {
    return error instanceof NotTaken ? error : faultOfOurs(app, channel, error);
  } finally {
    clearTimeout(timer);
  }
}

function faultOfOurs({ log }: App, channel: Channel, error: unknown): NotTaken {
  log.error({ err: error, channel: channel.name }, 'a notification could not be sent');
  const message = error instanceof Error ? error.message : String(error);
  return new NotTaken(message, { cause: error, isProvidersFault: false });
}

/** What the notification says, as it is now. */
async function describe(
  app: App,
  { name }: Channel,
  judged: readonly Judged[],
): Promise<(Told & { row: Queued })[]> {
  const senders = await readSenders(app, name, judged);
  return judged.map((one) => {
    const { row, facts } = one;
    const brand = app.brands.byId(row.brand_id);
    if (!brand) throw new Error('the brand of a notification is not known here yet');
    return {
      row,
      id: row.id,
      kind: row.kind,
      brand,
      accountId: row.account_id,
      origin: siteOrigin(app, brand),
      language: facts.language,
      email: facts.email,
      screenName: facts.own_name,
      count: facts.count,
      ...(senders.get(one) ?? { senders: [], total: 0 }),
    };
  });
}

/** Of whom each tells. What is about the account tells of none. */
async function readSenders(
  { db }: App,
  channel: Channel['name'],
  judged: readonly Judged[],
): Promise<Map<Judged, Senders>> {
  const reactions = judged.filter(({ row: { kind } }) => isAbout(kind, 'reaction'));
  const messages = judged.filter(({ row: { kind } }) => isAbout(kind, 'conversation'));
  const ofReactions = await readUnreadReactions(
    db,
    reactions.map((one) => ({ ...ownerOf(one), kinds: kindsTold(channel, one) })),
  );
  const ofMessages =
    channel === 'mail' ? await readUnreadSenders(db, messages.map(ownerOf)) : messages.map(onlySender);
  const found = new Map<Judged, Senders>();
  for (const [some, senders] of [
    [reactions, ofReactions],
    [messages, ofMessages],
  ] as const)
    for (const [index, one] of some.entries()) {
      const ofOne = senders[index];
      if (ofOne) found.set(one, ofOne);
    }
  return found;
}

const ownerOf = ({ row, facts }: Judged): Owner => ({
  brandId: row.brand_id,
  accountId: row.account_id,
  profileId: facts.profile_id,
});

function onlySender({ row, facts: { screen_name, kind, unread, words } }: Judged): Senders {
  if (screen_name === null || kind === null) throw new Error('a message of nobody');
  return { senders: [{ profileId: row.subject_id, screenName: screen_name, kind, unread, words }], total: 1 };
}

function kindsTold(channel: Channel['name'], { row: { kind }, facts }: Judged): ReactionKind[] {
  if (channel === 'mail') return kindsByMail(facts);
  return isAbout(kind, 'reaction') ? [kind] : [];
}

/** A mail speaks of likes and visits together, but of none that the member does not want. */
function kindsByMail({ settings }: FactsRow): ReactionKind[] {
  const { pace, mail } = describeSettings(settings);
  return reactionKinds.filter((kind) => mail[kind] && pace[kind] !== 'never');
}

interface Sent {
  row: Queued;
  outcome: Outcome;
}

async function record(app: App, { channel, breaker }: ChannelQueue, sent: readonly Sent[]): Promise<void> {
  const now = app.clock.now();
  for (const { row, outcome } of sent) {
    const isRefused = outcome instanceof NotTaken;
    if (outcome === 'unknown' || (isRefused && outcome.isProvidersFault)) breaker.failed(now.getTime());
    else if (!isRefused) breaker.succeeded();
    const label = isRefused ? 'retry' : outcome;
    app.metrics.notifications.inc({ kind: row.kind, channel: channel.name, outcome: label });
  }
  await settle(
    app.db,
    sent.flatMap(({ row, outcome }) =>
      outcome === 'sent' || outcome === 'unknown' ? [{ ...row, state: outcome, error: null }] : [],
    ),
    now,
  );
  // The policy looks for another channel. Where it finds the same again, as of a mailbox that is full, that has time.
  await postpone(
    app.db,
    sent.flatMap(({ row, outcome }) => {
      if (outcome !== 'gone') return [];
      const pause = row.attempts > 1 ? pauseBefore(row.attempts) : 0;
      return [{ ...row, until: new Date(now.getTime() + pause) }];
    }),
  );
  await makeReady(
    app.db,
    sent.flatMap(({ row, outcome }) => {
      if (!(outcome instanceof NotTaken)) return [];
      const pause = Math.max(outcome.afterMilliseconds, pauseBefore(row.attempts));
      const at = new Date(now.getTime() + pause);
      const error = redact(outcome.message).replaceAll('\0', '').slice(0, LONGEST_ERROR).toWellFormed();
      return [{ ...row, channel: channel.name, topic: topicOf(channel.name, row), at, error }];
    }),
  );
}

/** Grows with every attempt, and no two are quite alike, so that they do not all come back at once. */
function pauseBefore(attempts: number): number {
  const pause = Math.min(FIRST_RETRY * 2 ** Math.min(attempts - 1, 10), LONGEST_RETRY);
  return pause * (0.75 + Math.random() / 2);
}
