import { Agent, request } from 'node:http';
import type { ProviderName } from '../../contract/billing/providers.ts';
import { keep } from './bounded.ts';
import type { WebhookFault } from './faults.ts';
import { later } from './http.ts';
import { Queue } from './queue.ts';

/** A webhook as it goes over the wire. */
export interface Message {
  /** The provider's name for what happened. */
  name: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface LoggedEvent extends Message {
  id: number;
  provider: ProviderName;
  /** What the merchant calls what it is about. */
  reference: string;
  at: number;
  state: 'waiting' | 'delivered' | 'dropped' | 'failed';
  /** What the merchant answered each time; 0 where he did not. */
  answers: number[];
}

interface Sending {
  event: LoggedEvent;
  tries: number;
}
interface Lane {
  sendings: Sending[];
  /** Has its turn coming, or is waiting for time to pass. */
  busy: boolean;
}

const MOST_EVENTS = 20_000;
const AT_ONCE = 48;
const MOST_TRIES = 12;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 20_000;
const PATIENCE_MS = 10_000;
const MOST_ANSWERS = 20;
/** Long enough for what happens at once to be collected, so that it can be told backwards. */
const REORDER_MS = 50;

/** Tells the merchant, in order for each charge, again and again until he has heard. */
export class Webhooks {
  #origin: URL | undefined;
  #events = new Map<number, LoggedEvent>();
  #lanes = new Map<string, Lane>();
  #ready = new Queue();
  #running = 0;
  #lastId = 0;
  #stopped = false;
  #quiet: (() => void)[] = [];
  #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  sendTo(origin: string): void {
    this.#origin = new URL(origin);
    this.#pump();
  }

  tell(
    about: { provider: ProviderName; reference: string; lane: string; at: number },
    message: Message,
    fault: WebhookFault = {},
  ): void {
    const { provider, reference, lane, at } = about;
    this.#lastId += 1;
    const event: LoggedEvent = {
      id: this.#lastId,
      provider,
      reference,
      at,
      state: fault.drop ? 'dropped' : 'waiting',
      answers: [],
      ...message,
    };
    keep(this.#events, MOST_EVENTS, event.id, event);
    if (fault.drop) return;
    for (let copy = fault.copies ?? 1; copy > 0; copy -= 1) this.#enqueue(lane, event, fault);
  }

  #enqueue(name: string, event: LoggedEvent, { delayMs = 0, reorder = false }: WebhookFault): void {
    let lane = this.#lanes.get(name);
    if (!lane) {
      // Nobody listens, it seems.
      if (this.#lanes.size >= MOST_EVENTS) {
        event.state = 'failed';
        return;
      }
      lane = { sendings: [], busy: false };
      this.#lanes.set(name, lane);
    }
    const sending = { event, tries: 0 };
    if (reorder) lane.sendings.unshift(sending);
    else lane.sendings.push(sending);
    if (lane.busy) return;
    lane.busy = true;
    const wait = Math.max(delayMs, reorder ? REORDER_MS : 0);
    if (wait > 0) later(wait, () => this.#makeReady(name));
    else setImmediate(() => this.#makeReady(name));
  }

  #makeReady(lane: string): void {
    this.#ready.push(lane);
    this.#pump();
  }

  #pump(): void {
    while (!this.#stopped && this.#origin && this.#running < AT_ONCE) {
      const name = this.#ready.take();
      const lane = name === undefined ? undefined : this.#lanes.get(name);
      if (name === undefined || !lane) return;
      this.#running += 1;
      void this.#sendFirst(name, lane, this.#origin);
    }
  }

  async #sendFirst(name: string, lane: Lane, origin: URL): Promise<void> {
    const sending = lane.sendings.shift();
    let wait = 0;
    if (sending) {
      sending.tries += 1;
      const heard = await this.#deliver(sending.event, origin);
      if (!heard && sending.tries < MOST_TRIES) {
        wait = Math.min(FIRST_WAIT_MS * 2 ** (sending.tries - 1), LONGEST_WAIT_MS);
        lane.sendings.unshift(sending);
      }
    }
    this.#running -= 1;
    if (lane.sendings.length === 0) this.#close(name);
    else if (wait > 0) later(wait, () => this.#makeReady(name));
    else this.#ready.push(name);
    this.#pump();
  }

  #close(name: string): void {
    this.#lanes.delete(name);
    if (this.#lanes.size === 0) this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#quiet.splice(0)) resolve();
  }

  async #deliver(event: LoggedEvent, origin: URL): Promise<boolean> {
    const status = await post(origin, this.#agent, event).catch(() => 0);
    if (event.answers.length < MOST_ANSWERS) event.answers.push(status);
    const heard = status >= 200 && status < 300;
    if (heard) event.state = 'delivered';
    else if (event.state !== 'delivered') event.state = 'failed';
    return heard;
  }

  /** Sends one once more, now, and says what was answered. */
  async replay(id: number): Promise<number> {
    const event = this.#events.get(id);
    if (!event || !this.#origin) return 0;
    await this.#deliver(event, this.#origin);
    return event.answers.at(-1) ?? 0;
  }

  /** Oldest first. */
  events(wanted: { reference?: string | undefined; provider?: string | undefined } = {}): LoggedEvent[] {
    const { reference, provider } = wanted;
    const events = [...this.#events.values()];
    if (!reference && !provider) return events;
    return events.filter(
      (event) => (!reference || event.reference === reference) && (!provider || event.provider === provider),
    );
  }

  /** Once nothing is left to be sent; at once where nobody listens. */
  settled(): Promise<void> {
    if (this.#lanes.size === 0 || !this.#origin || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.#quiet.push(resolve);
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#agent.destroy();
    this.#wake();
  }
}

function post(origin: URL, agent: Agent, { provider, headers, body }: LoggedEvent): Promise<number> {
  const { hostname, port, host } = origin;
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      // Names under localhost are for browsers; not every system resolves them.
      host: /(^|\.)localhost$/.test(hostname) ? '127.0.0.1' : hostname,
      port: port || 80,
      path: `/pay/webhooks/${provider}`,
      method: 'POST',
      headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
      timeout: PATIENCE_MS,
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
