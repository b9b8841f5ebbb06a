import { sql } from 'kysely';
import { expect } from 'vitest';
import { importSealingKey, seal } from '#contract/kernel/sealing.ts';
import type { PublicKey } from '#contract/kernel/sealing.ts';
import type { ChargeSummary } from '#sandbox/processor/control.ts';
import type { FaultRequest } from '#sandbox/processor/faults.ts';
import type { LoggedEvent } from '#sandbox/processor/webhooks.ts';
import type { App } from '#server/app.ts';
import { openProviders } from '#server/billing/providers/providers.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { withLiveSession } from '../accounts/live-session.ts';
import { sendRequest } from '../http-request.ts';
import type { TestResponse } from '../http-request.ts';
import { MovableClock } from '../movable-clock.ts';
import { runProgram } from '../real-server.ts';
import type { RealProcess } from '../real-server.ts';
import type { World } from '../world.ts';
import { SECURITY_CODE } from './card-number-leaks.ts';
import { goodCard, verifyAge } from './payer.ts';

interface SandboxProgram extends RealProcess {
  origin: string;
  fail(fault: FaultRequest): Promise<void>;
  charges(): Promise<ChargeSummary[]>;
  /** Has every webhook that is still owed delivered now. */
  deliverWebhooks(): Promise<void>;
}

/** The stand-in for the providers as a process of its own, which outlives the servers that use it. */
export async function runSandbox(): Promise<SandboxProgram> {
  const program = await runProgram('sandbox/processor/main.ts', { PORT: '0' });
  const [origin] = await program.says(/^http:\S+/);
  const control = async (method: string, path: string, body = '') => {
    const { status, json } = await sendRequest(Number(new URL(origin).port), {
      method,
      path: `/control/${path}`,
      body,
    });
    if (status !== 200) throw new Error(`the sandbox answers ${path} with ${status}`);
    return json();
  };
  return {
    ...program,
    origin,
    fail: async (fault) => void (await control('POST', 'faults', JSON.stringify(fault))),
    charges: async () => (await control('GET', 'charges')) as ChargeSummary[],
    async deliverWebhooks() {
      const events = (await control('GET', 'events')) as LoggedEvent[];
      const undelivered = events.filter(({ state }) => state !== 'delivered' && state !== 'dropped');
      // It would deliver them by itself, after pauses that grow.
      for (const { id } of undelivered) {
        const replay = () => control('POST', 'replay', JSON.stringify({ id }));
        await expect.poll(replay, { timeout: 20_000 }).toEqual({ status: 200 });
      }
    },
  };
}

/** A shopper who buys over the wire, with a card of their own. */
export interface Shopper {
  accountId: string;
  trackerId: string;
  hostname: string;
  token: string;
  number: string;
}

export async function makeShopper(
  world: World,
  { brand = 'lunaria', flowId, number }: { brand?: string; flowId?: string; number: string },
): Promise<Shopper> {
  const member = await world.member({ brand: world.brand(brand), ...(flowId && { flowId }) });
  // Some flows sell nothing before it.
  await verifyAge(member);
  const { accountId, trackerId, token } = await withLiveSession(member);
  return { accountId, trackerId, token, number, hostname: member.brand.settings.hostnames[0] ?? '' };
}

export type Fields = Record<string, unknown>;

/** A browser, or whatever passes for one, that sends cards where they belong and where they do not. */
export interface Sender {
  clickid: string;
  post(path: string, body: unknown, type?: string, headers?: Record<string, string>): Promise<TestResponse>;
  get(path: string): Promise<TestResponse>;
  /** An order and all that goes with a charge, but for the card. */
  order(): Promise<{ token: string; body: Fields }>;
  seal(content: Fields, to?: 'payment' | 'api'): Promise<string>;
}

export async function openSender(
  port: number,
  { token, hostname, trackerId: clickid }: Shopper,
): Promise<Sender> {
  const boot = await sendRequest(port, { path: '/boot.json', host: hostname });
  const { keys } = boot.json() as { keys: Record<'payment' | 'api', PublicKey> };
  const authorization = `Bearer ${token}`;
  const post: Sender['post'] = (path, body, type = 'application/json', headers = {}) =>
    sendRequest(port, {
      method: 'POST',
      path,
      host: hostname,
      headers: { authorization, 'content-type': type, ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  return {
    clickid,
    post,
    get: (path) => sendRequest(port, { path, host: hostname, headers: { authorization } }),
    async order() {
      const made = await post('/pay/orders/createToken', { clickid, rateplan: 'credits-100' });
      const { token: orderToken } = made.json() as { token: string };
      return { token: orderToken, body: { clickid, rateplan: 'credits-100' } };
    },
    seal: async (content, to = 'payment') => seal(content, await importSealingKey(keys[to]), keys[to].kid),
  };
}

export function onTheWire(number: string) {
  const { firstName, lastName, month, year, securityCode } = goodCard;
  const isAmex = number.startsWith('37');
  return {
    cardNumber: number,
    firstName,
    lastName,
    cardMonth: month,
    cardYear: year,
    cardSecurityCode: isAmex ? SECURITY_CODE : securityCode,
  };
}

/** Pays as a page does, but for what the test sets. */
export async function payAs(
  { post, order, seal: sealTo }: Sender,
  number: string,
  otherwise: { card?: Fields; body?: Fields; to?: 'payment' | 'api'; path?: string } = {},
): Promise<TestResponse> {
  const { token, body } = await order();
  const card = await sealTo({ ...onTheWire(number), token, ...otherwise.card }, otherwise.to);
  return post(otherwise.path ?? '/pay/orders/tryCharge', { ...body, card, ...otherwise.body });
}

/** Buys until no answer comes. */
export async function keepBuying(port: number, shopper: Shopper, paid: string[]): Promise<void> {
  try {
    const sender = await openSender(port, shopper);
    for (;;) {
      const answer = await payAs(sender, shopper.number);
      const { message, order } = answer.json() as { message: string; order: string };
      if (message === 'success') paid.push(order);
    }
  } catch (error) {
    if (!gone.has((error as { code?: string }).code ?? '')) throw error;
  }
}

const gone = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE']);

/** This process in the place of the servers, at the same sandbox and with a clock that can be moved. */
export async function takeOver(app: App, sandboxUrl: string): Promise<App & { clock: MovableClock }> {
  const clock = new MovableClock(new Date());
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PAYMENT_SANDBOX_URL: sandboxUrl });
  const { providers } = await openProviders({ config, log: app.log, clock });
  return { ...app, clock, providers };
}

/** What the processor took, and what we have of it. Both are the same where all is well. */
export async function compareBooks(db: Database, charges: ChargeSummary[], shoppers: Shopper[]) {
  const ids = shoppers.map(({ accountId }) => accountId);
  const { rows: ours } = await sql<{ line: string }>`
    select concat_ws(' ', id, captured_cents) as line from payment_attempt
    where account_id = any (${ids}::uuid[]) and captured_cents > 0 order by 1`.execute(db);
  const { rows: wrong } = await sql<{ line: string }>`
    select concat_ws(' ', 'attempt', id, provider, state, 'polls', work_tries) as line from payment_attempt
    where account_id = any (${ids}::uuid[]) and state not in ('captured', 'declined', 'error')
    union all
    select concat_ws(' ', 'order', p.id, p.state, count(a.id), 'charges') from purchase p
    left join payment_attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id and a.captured_cents > 0
    where p.account_id = any (${ids}::uuid[])
    group by p.brand_id, p.id having count(a.id) <> case p.state when 'fulfilled' then 1 else 0 end
    union all
    select concat_ws(' ', 'credits of', a.id, b.message_credits) from account a
    left join balance b on b.brand_id = a.brand_id and b.account_id = a.id
    where a.id = any (${ids}::uuid[]) and coalesce(b.message_credits, 0) <> (
      select coalesce(sum(p.credits), 0) from purchase p where p.account_id = a.id and p.state = 'fulfilled')
    union all
    select concat_ws(' ', 'books of', attempt_id) from money_entry m
    where account = 'processor' and attempt_id in (
      select id from payment_attempt where account_id = any (${ids}::uuid[]))
    group by attempt_id having count(*) <> 1`.execute(db);
  const taken = charges.filter(({ state, amount }) => state === 'captured' && amount > 0);
  return {
    theirs: taken.map(({ reference, amount }) => `${reference} ${amount}`).toSorted(),
    ours: ours.map(({ line }) => line),
    wrong: wrong.map(({ line }) => line),
  };
}
