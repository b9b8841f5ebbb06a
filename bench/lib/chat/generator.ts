/** The load of a chat, in a process of its own. It does what its parent asks, one thing after the other. */

import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { quantile } from '../processes.ts';
import type { LinkListener, Link, OpenLink, Target } from './link.ts';
import { ACTIVE } from './shape.ts';
import { openSocketIo } from './socket-io-link.ts';
import { openXmpp } from './xmpp-link.ts';

export type Protocol = 'socket.io' | 'xmpp';
export type Command =
  | { do: 'open'; protocol: Protocol; target: Target; count: number }
  | { do: 'saturate'; seconds: number }
  | { do: 'steady'; seconds: number; perSecond: number }
  | { do: 'close' };

export interface Talk {
  messages: number;
  seconds: number;
  /** Milliseconds from sending. Without an acknowledgement in the protocol they are the same as the deliveries. */
  acknowledged: Delays;
  delivered: Delays;
}

interface Delays {
  p50: number;
  p99: number;
}

/** How many connections are being opened at a time. */
const OPENING = 50;
/** What is under way when the time is over gets this long to arrive. */
const PATIENCE_MS = 10_000;

const openers: Record<Protocol, OpenLink> = { 'socket.io': openSocketIo, xmpp: openXmpp };
const links: Link[] = [];
let fault: string | undefined;
let acknowledged: number[] = [];
let delivered: number[] = [];
let onAcknowledged = (_n: number) => {};

const listener: LinkListener = {
  acknowledged(n, begun) {
    acknowledged.push(performance.now() - begun);
    onAcknowledged(n);
  },
  delivered(begun) {
    delivered.push(performance.now() - begun);
  },
  failed(what) {
    fault ??= what;
  },
};

async function open(protocol: Protocol, target: Target, count: number): Promise<void> {
  const limit = pLimit(OPENING);
  const wanted = Array.from({ length: count - links.length }, (_, index) => links.length + index);
  await limit.map(wanted, async (index) => {
    links[index] = await openers[protocol](target, index + 1, listener);
  });
}

/** Every one of those who talk writes as soon as the last message was acknowledged. */
function saturate(seconds: number): Promise<Talk> {
  return measure(async (begun) => {
    let sent = 0;
    const write = (n: number) => {
      const now = performance.now();
      if (now - begun >= seconds * 1_000) return;
      sent += 1;
      links[n - 1]?.send(now);
    };
    onAcknowledged = write;
    for (let n = 1; n <= ACTIVE; n += 1) write(n);
    await pause(seconds * 1_000);
    onAcknowledged = () => {};
    return sent;
  });
}

/** So many messages a second, whether or not the last ones have arrived; late ones count from when they were due. */
function steady(seconds: number, perSecond: number): Promise<Talk> {
  return measure(async (begun) => {
    const total = Math.floor(perSecond * seconds);
    let sent = 0;
    while (sent < total) {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * perSecond));
      for (; sent < due; sent += 1) links[sent % ACTIVE]?.send(begun + (sent / perSecond) * 1_000);
      await pause(1);
    }
    return sent;
  });
}

async function measure(load: (begun: number) => Promise<number>): Promise<Talk> {
  acknowledged = [];
  delivered = [];
  const begun = performance.now();
  const messages = await load(begun);
  const seconds = (performance.now() - begun) / 1_000;
  const arrived = () => Math.min(acknowledged.length, delivered.length);
  while (arrived() < messages && !fault) {
    if (performance.now() - begun > seconds * 1_000 + PATIENCE_MS) {
      fault = `of ${messages} messages ${acknowledged.length} were acknowledged and ${delivered.length} arrived`;
    }
    await pause(5);
  }
  return { messages, seconds, acknowledged: delaysOf(acknowledged), delivered: delaysOf(delivered) };
}

function delaysOf(delays: readonly number[]): Delays {
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
}

function run(command: Command): Promise<Talk | void> {
  switch (command.do) {
    case 'open':
      return open(command.protocol, command.target, command.count);
    case 'saturate':
      return saturate(command.seconds);
    case 'steady':
      return steady(command.seconds, command.perSecond);
    case 'close':
      for (const link of links.splice(0)) link.close();
      return pause(200);
  }
}

process.on('message', (command: Command) => {
  run(command)
    .then((talk) => process.send?.({ fault, talk }))
    .catch((error: unknown) => process.send?.({ fault: fault ?? String(error) }));
});
process.on('disconnect', () => process.exit());
process.send?.({});
