/** Sends what is ready for a channel. Each channel has a queue of its own, so that one that hangs holds up no other. */

import { sql } from 'kysely';
import { isAbout, reactionKinds } from '#contract/notification/kinds.ts';
import type { ChannelName, ReactionKind } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import { backoff } from '#server/platform/backoff.ts';
import type { Backoff } from '#server/platform/backoff.ts';
import { createCircuitBreaker } from '#server/platform/circuit-breaker.ts';
import type { CircuitBreaker } from '#server/platform/circuit-breaker.ts';
import { HOUR, SECOND } from '#server/platform/clock.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, Queue, Run } from '#server/platform/work/queue.ts';
import { NotTaken } from './channel.ts';
import type { Channel, NotificationContent, SendResult } from './channel.ts';
import { outcomesOf, recordDecisions } from './decide-due.ts';
import { readUnreadReactions, readUnreadSenders } from './facts.sql.ts';
import type { FactsRow, Owner, Senders } from './facts.sql.ts';
import { judge } from './judge.ts';
import type { Judged } from './judge.ts';
import { oneByOne, queueOfChannel, queuedColumns } from './queue.ts';
import type { Queued } from './queue.ts';
import { describeSettings } from './settings.ts';

/** A provider that has not answered by then is not going to. */
const LONGEST_SEND = 30 * SECOND;
const RETRY: Backoff = { base: 15 * SECOND, cap: HOUR, jitter: 0.4 };

/**
 * The queue of what is ready for a channel. What is about the same as one that is just being sent waits until that one was. It is
 * tried until the policy says that it is too old.
 */
export function channelQueue(
  channel: Channel,
  { within = LONGEST_SEND, breaker = createCircuitBreaker() } = {},
): Queue {
  const most = { all: Number.POSITIVE_INFINITY, one: 1, none: 0 };
  return queue({
    name: queueOfChannel(channel.name),
    table: 'notification',
    key: ['brand_id', 'id'],
    columns: [...queuedColumns, 'abandoned'],
    where: sql`w.state = 'ready' and w.channel = ${sql.lit(channel.name)}
      and not exists (select from notification s where s.work_lease is not null and s.state = 'ready' and s.id <> w.id
        and s.brand_id = w.brand_id and s.account_id = w.account_id and s.topic = w.topic ${oneByOne})`,
    // The batch is what is sent at once.
    concurrency: 1,
    batch: channel.concurrency,
    room: ({ clock }) => most[breaker.allowed(clock.now().getTime())],
    leaseSeconds: 120,
    timeoutSeconds: 120,
    maxTries: Number.POSITIVE_INFINITY,
    backoff: RETRY,
    whenDone: 'delete',
    byAppClock: true,
    ...(!channel.repeatable && { abandoned: 'abandoned' as const }),
    kindOf: ({ kind }) => kind,
    handleBatch: (app, rows, run) => sendReady(app as App, { channel, breaker, within }, { rows, run }),
  });
}

interface Sending {
  channel: Channel;
  breaker: CircuitBreaker;
  within: number;
}

interface Taken extends Queued {
  work_tries: number;
  abandoned: boolean;
}

/** What was read since, or whose reader has come online, is not sent: the policy is asked again with what is known now. */
async function sendReady(
  app: App,
  sending: Sending,
  { rows, run }: { rows: readonly Taken[]; run: Run },
): Promise<Outcome[]> {
  const now = app.clock.now();
  const { name } = sending.channel;
  const sendable = rows.filter(({ abandoned }) => !abandoned);
  const judged = await judge(
    app,
    sendable.map((row) => Object.assign(row, { attempts: row.work_tries - 1 })),
  );
  const isStillRight = ({ decision }: Judged) => decision.act === 'send' && decision.channel === name;
  const contents = await describe(app, name, judged.filter(isStillRight));
  await recordDecisions(
    app,
    run.lease,
    judged.filter((one) => !isStillRight(one)),
  );
  // From here on nothing throws, or the worker would send all of them again.
  const results = new Map<string, SendResult | NotTaken>();
  await Promise.all(
    contents.map(async ({ row, ...content }) => {
      const result = await send(app, sending, content);
      record(app, sending, { kind: row.kind, result });
      results.set(row.id, result);
    }),
  );
  const others = outcomesOf(rows, judged);
  return rows.map((row, index) => {
    const result = row.abandoned ? 'unknown' : results.get(row.id);
    return result === undefined ? (others[index] ?? 'settled') : outcomeOf(row, result, now);
  });
}

/** Of what was sent the time is that at which its words were read: what has come since was not in it. */
function outcomeOf(
  { work_tries: tries, abandoned }: Taken,
  result: SendResult | NotTaken,
  now: Date,
): Outcome {
  if (result instanceof NotTaken) return { retry: result.message, pauseMs: result.afterMilliseconds };
  const attempts = abandoned ? tries - 1 : tries;
  if (result !== 'gone') return { done: { state: result, sent_at: now, attempts } };
  // The policy looks for another channel. Where it finds the same again, as of a mailbox that is full, that has time.
  return {
    dueIn: attempts > 1 ? backoff(RETRY, attempts) : 0,
    changes: { state: 'due', channel: null, topic: null, attempts },
  };
}

async function send(
  app: App,
  { channel, within }: Sending,
  content: NotificationContent,
): Promise<SendResult | NotTaken> {
  const controller = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<SendResult | NotTaken>();
  // A channel that does not heed its signal is left behind.
  const timer = setTimeout(() => {
    resolve(channel.repeatable ? new NotTaken('no answer in time') : 'unknown');
    controller.abort();
  }, within);
  try {
    return await Promise.race([channel.send(app, content, controller.signal), expired]);
  } catch (error) {
    if (error instanceof NotTaken) return error;
    app.log.error({ err: error, channel: channel.name }, 'a notification could not be sent');
    const message = error instanceof Error ? error.message : String(error);
    return new NotTaken(message, { cause: error, isProvidersFault: false });
  } finally {
    clearTimeout(timer);
  }
}

function record(
  { clock, metrics }: App,
  { channel, breaker }: Sending,
  { kind, result }: { kind: string; result: SendResult | NotTaken },
): void {
  const isRefused = result instanceof NotTaken;
  if (result === 'unknown' || (isRefused && result.isProvidersFault)) breaker.failed(clock.now().getTime());
  else if (!isRefused) breaker.succeeded();
  metrics.notifications.inc({ kind, channel: channel.name, outcome: isRefused ? 'retry' : result });
}

/** What the notification says, as it is now. */
async function describe(
  app: App,
  name: ChannelName,
  judged: readonly Judged[],
): Promise<(NotificationContent & { row: Queued })[]> {
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

/** Whom each names. What is about the account names none. */
async function readSenders(
  { db }: App,
  channel: ChannelName,
  judged: readonly Judged[],
): Promise<Map<Judged, Senders>> {
  const reactions = judged.filter(({ row: { kind } }) => isAbout(kind, 'reaction'));
  const messages = judged.filter(({ row: { kind } }) => isAbout(kind, 'conversation'));
  const ofReactions = await readUnreadReactions(
    db,
    reactions.map((one) => ({ ...ownerOf(one), kinds: kindsNamed(channel, one) })),
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
  if (screen_name === null || kind === null) throw new Error('a message without a sender');
  return { senders: [{ profileId: row.subject_id, screenName: screen_name, kind, unread, words }], total: 1 };
}

function kindsNamed(channel: ChannelName, { row: { kind }, facts }: Judged): ReactionKind[] {
  if (channel === 'mail') return kindsByMail(facts);
  return isAbout(kind, 'reaction') ? [kind] : [];
}

/** A mail speaks of likes and visits together, but of none that the member does not want. */
function kindsByMail({ settings }: FactsRow): ReactionKind[] {
  const { pace, mail } = describeSettings(settings);
  return reactionKinds.filter((kind) => mail[kind] && pace[kind] !== 'never');
}
