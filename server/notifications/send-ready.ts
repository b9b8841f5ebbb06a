/** Sends what is ready for a channel. Each channel has a queue of its own, so that one that hangs holds up no other. */

import type { App } from '../app.ts';
import { createCircuitBreaker } from '../platform/circuit-breaker.ts';
import type { CircuitBreaker } from '../platform/circuit-breaker.ts';
import { HOUR, SECOND } from '../platform/clock.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import { makeReady, postpone, settle, takeReady } from '../platform/notification-queue/queue.ts';
import type { Queued } from '../platform/notification-queue/queue.ts';
import { redact } from '../platform/telemetry/log.ts';
import { NotTaken, topicOf } from './channel.ts';
import type { Channel, SendResult, Told } from './channel.ts';
import { settleJudged } from './decide-due.ts';
import { readUnreadReactions, readUnreadSenders } from './facts.sql.ts';
import type { FactsRow } from './facts.sql.ts';
import { judge } from './judge.ts';
import type { Judged } from './judge.ts';
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
  const sent = await Promise.all(
    judged.filter(isStillRight).map(async (one) => ({ row: one.row, outcome: await send(app, queue, one) })),
  );
  await record(app, queue, sent);
  return taken.length;
}

type Outcome = SendResult | NotTaken;

async function send(app: App, { channel, within }: ChannelQueue, judged: Judged): Promise<Outcome> {
  const controller = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<Outcome>();
  // A channel that does not heed its signal is left behind.
  const timer = setTimeout(() => {
    resolve(channel.repeatable ? new NotTaken('no answer in time') : 'unknown');
    controller.abort();
  }, within);
  try {
    const told = await describe(app, channel, judged);
    return await Promise.race([channel.send(app, told, controller.signal), expired]);
  } catch (error) {
    if (error instanceof NotTaken) return error;
    app.log.error({ err: error, channel: channel.name }, 'a notification could not be sent');
    const message = error instanceof Error ? error.message : String(error);
    return new NotTaken(message, { cause: error, isProvidersFault: false });
  } finally {
    clearTimeout(timer);
  }
}

/** What is told, as it is now. */
async function describe(app: App, { name }: Channel, { row, facts }: Judged): Promise<Told> {
  const brand = app.brands.byId(row.brand_id);
  if (!brand) throw new Error('the brand of a notification is not known here yet');
  const owner = { brandId: row.brand_id, profileId: facts.profile_id, accountId: row.account_id };
  return {
    id: row.id,
    kind: row.kind,
    brand,
    accountId: row.account_id,
    origin: siteOrigin(app, brand),
    language: facts.language,
    email: facts.email,
    screenName: facts.own_name,
    credits: facts.credits,
    ...(await readSenders(app, name, row, facts, owner)),
  };
}

function readSenders(
  { db }: App,
  channel: Channel['name'],
  { kind, subject_id: profileId }: Queued,
  facts: FactsRow,
  owner: { brandId: string; profileId: string; accountId: string },
): Promise<Pick<Told, 'senders' | 'total'>> | Pick<Told, 'senders' | 'total'> {
  if (kind === 'gift') return { senders: [], total: 0 };
  if (kind !== 'message')
    return readUnreadReactions(db, owner, channel === 'mail' ? kindsByMail(facts) : [kind]);
  if (channel === 'mail') return readUnreadSenders(db, owner);
  const { screen_name: screenName, kind: senderKind, unread, words } = facts;
  if (screenName === null || senderKind === null) throw new Error('a message of nobody');
  return { senders: [{ profileId, screenName, kind: senderKind, unread, words }], total: 1 };
}

/** A mail tells of likes and visits together, but of none that he does not want to be told of. */
function kindsByMail({ settings }: FactsRow): ('like' | 'visit')[] {
  const { pace, mail } = describeSettings(settings);
  return (['like', 'visit'] as const).filter((kind) => mail[kind] && pace[kind] !== 'never');
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
