import { Agent, request } from 'node:http';
import type { ProviderName } from '#contract/billing/providers.ts';
import { Fifo, keep } from './collections.ts';
import type { WebhookFault } from './faults.ts';
import { later } from './http.ts';

/** A webhook as it goes over the wire. */
export interface Message {
  /** The provider's name for the event. */
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
  /** What the merchant answered each time; 0 without an answer. */
  answers: number[];
}

interface Sending {
  event: LoggedEvent;
  tries: number;
}
interface DeliveryQueue {
  sendings: Sending[];
  /** Is being delivered, or waits for its next try. */
  busy: boolean;
}

const MOST_EVENTS = 20_000;
/** Enough for a merchant who renews 100 000 subscriptions faster than they listen. */
const MOST_QUEUES = 100_000;
const CONCURRENCY = 48;
const MOST_TRIES = 12;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 20_000;
const PATIENCE_MS = 10_000;
const MOST_ANSWERS = 20;
/** Long enough to collect what happens at once, so that it can be sent in reverse order. */
const REORDER_MS = 50;

/** Delivers webhooks to the merchant, in order for each charge, again and again until they are accepted. */
export class Webhooks {
  #origin: URL | undefined;
  #events = new Map<number, LoggedEvent>();
  #queues = new Map<string, DeliveryQueue>();
  #ready = new Fifo();
  #running = 0;
  #lastId = 0;
  #stopped = false;
  #quiet: (() => void)[] = [];
  #agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

  sendTo(origin: string): void {
    this.#origin = new URL(origin);
    this.#pump();
  }

  send(
    about: { provider: ProviderName; reference: string; queue: string; at: number },
    message: Message,
    fault: WebhookFault = {},
  ): void {
    const { provider, reference, queue, at } = about;
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
    for (let copy = fault.copies ?? 1; copy > 0; copy -= 1) this.#enqueue(queue, event, fault);
  }

  #enqueue(name: string, event: LoggedEvent, { delayMs = 0, reorder = false }: WebhookFault): void {
    let queue = this.#queues.get(name);
    if (!queue) {
      // No merchant listens, it seems.
      if (this.#queues.size >= MOST_QUEUES) {
        event.state = 'failed';
        return;
      }
      queue = { sendings: [], busy: false };
      this.#queues.set(name, queue);
    }
    const sending = { event, tries: 0 };
    if (reorder) queue.sendings.unshift(sending);
    else queue.sendings.push(sending);
    if (queue.busy) return;
    queue.busy = true;
    const wait = Math.max(delayMs, reorder ? REORDER_MS : 0);
    if (wait > 0) later(wait, () => this.#makeReady(name));
    else setImmediate(() => this.#makeReady(name));
  }

  #makeReady(name: string): void {
    this.#ready.push(name);
    this.#pump();
  }

  #pump(): void {
    while (!this.#stopped && this.#origin && this.#running < CONCURRENCY) {
      const name = this.#ready.take();
      const queue = name === undefined ? undefined : this.#queues.get(name);
      if (name === undefined || !queue) return;
      this.#running += 1;
      void this.#sendFirst(name, queue, this.#origin);
    }
  }

  async #sendFirst(name: string, queue: DeliveryQueue, origin: URL): Promise<void> {
    const sending = queue.sendings.shift();
    let wait = 0;
    if (sending) {
      sending.tries += 1;
      const accepted = await this.#deliver(sending.event, origin);
      if (!accepted && sending.tries < MOST_TRIES) {
        wait = Math.min(FIRST_WAIT_MS * 2 ** (sending.tries - 1), LONGEST_WAIT_MS);
        queue.sendings.unshift(sending);
      }
    }
    this.#running -= 1;
    if (queue.sendings.length === 0) this.#close(name);
    else if (wait > 0) later(wait, () => this.#makeReady(name));
    else this.#ready.push(name);
    this.#pump();
  }

  #close(name: string): void {
    this.#queues.delete(name);
    if (this.#queues.size === 0) this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#quiet.splice(0)) resolve();
  }

  async #deliver(event: LoggedEvent, origin: URL): Promise<boolean> {
    const status = await post(origin, this.#agent, event).catch(() => 0);
    if (event.answers.length < MOST_ANSWERS) event.answers.push(status);
    const accepted = status >= 200 && status < 300;
    if (accepted) event.state = 'delivered';
    else if (event.state !== 'delivered') event.state = 'failed';
    return accepted;
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

  /** Once nothing is left to be sent; at once where no merchant listens. */
  settled(): Promise<void> {
    if (this.#queues.size === 0 || !this.#origin || this.#stopped) return Promise.resolve();
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
