/** Those who buy, in a process of their own. It does what its parent asks, one thing after the other. */

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { importSealingKey, seal } from '#contract/kernel/sealing.ts';
import type { PublicKey } from '#contract/kernel/sealing.ts';
import { talker } from '../chat/people.ts';
import { quantile } from '../processes.ts';
import { BUYERS, HOST, MEMBERS, PRODUCT } from './shape.ts';

export interface Command {
  port: number;
  seconds: number;
}

export interface Bought {
  purchases: number;
  seconds: number;
  /** Milliseconds of a whole purchase: the order, the sealing and the payment. */
  p50: number;
  p99: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: BUYERS });
const card = {
  firstName: 'Marco',
  lastName: 'Rossi',
  cardNumber: '4111111111111111',
  cardMonth: '03',
  cardYear: '2030',
  cardSecurityCode: '737',
};
const browser = {
  language: 'it-IT',
  screenHeight: 844,
  screenWidth: 390,
  timezone: -60,
  userAgent: 'Mozilla/5.0',
  javaEnabled: false,
  javascriptEnabled: true,
  screenColorDepth: 24,
};

async function call(port: number, path: string, token?: string, body?: object): Promise<unknown> {
  const text = body && JSON.stringify(body);
  const sent = request({
    agent,
    host: '127.0.0.1',
    port,
    path,
    method: text ? 'POST' : 'GET',
    headers: {
      host: `${HOST}:${port}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    },
  });
  sent.end(text);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const said = await json(answer);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${JSON.stringify(said)}`);
  return said;
}

async function load({ port, seconds }: Command): Promise<Bought> {
  const { keys } = (await call(port, '/boot.json')) as { keys: { payment: PublicKey } };
  const key = await importSealingKey(keys.payment);
  const buy = async (member: number) => {
    const { trackerId: clickid, token: session } = talker(member);
    const order = { clickid, rateplan: PRODUCT };
    const { token } = (await call(port, '/pay/orders/createToken', session, order)) as { token: string };
    const sealed = await seal({ token, ...card }, key, keys.payment.kid);
    // Kept for later, which is the most that a payment can have to do.
    const payment = { ...order, ...browser, card: sealed, salva_carta: true };
    const said = (await call(port, '/pay/orders/tryCharge', session, payment)) as { message: string };
    if (said.message !== 'success') throw new Error(`a payment ended as ${said.message}`);
  };
  const took: number[] = [];
  const begun = performance.now();
  // Each buyer is another member every time, and no two are the same one at once.
  const keepBuying = async (_: unknown, buyer: number) => {
    for (let count = 0; performance.now() - begun < seconds * 1_000; count += 1) {
      const before = performance.now();
      await buy(1 + ((buyer + count * BUYERS) % (MEMBERS - (MEMBERS % BUYERS))));
      took.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, keepBuying));
  return {
    purchases: took.length,
    seconds: (performance.now() - begun) / 1_000,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  };
}

process.on('message', (command: Command) => {
  load(command)
    .then((bought) => process.send?.({ bought }))
    .catch((error: unknown) => process.send?.({ fault: String(error) }));
});
process.on('disconnect', () => process.exit());
process.send?.({});
