/**
 * The yardstick of a purchase: the same two calls on a bare Fastify server that opens the seal, asks the same stand-in
 * for the money and keeps one row. It checks nothing, and forgets what the stand-in tells it afterwards.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import { unseal } from '#contract/kernel/sealing.ts';
import { processorKeys } from '#sandbox/processor/keys.ts';

const { DATABASE_URL, SANDBOX_URL } = process.env;
const AMOUNT_CENTS = 2_490;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await pool.query(`create table sale (
  id uuid primary key, buyer text not null, amount_cents integer not null, reference text not null,
  at timestamptz not null default now()
)`);
const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
const boot = { keys: { payment: { ...(await exportJWK(publicKey)), use: 'enc', kid: 'bare' } } };

interface Card {
  cardNumber: string;
  cardMonth: string;
  cardYear: string;
  cardSecurityCode: string;
}

async function charge(id: string, buyer: string, card: Card): Promise<string> {
  const { apiKey, merchantAccount } = processorKeys.adyen;
  const answer = await fetch(`${SANDBOX_URL}/adyen/v71/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': id },
    body: JSON.stringify({
      amount: { value: AMOUNT_CENTS, currency: 'EUR' },
      merchantAccount,
      reference: id,
      returnUrl: 'https://shop.example/back',
      paymentMethod: {
        type: 'scheme',
        number: card.cardNumber,
        expiryMonth: card.cardMonth,
        expiryYear: card.cardYear,
        cvc: card.cardSecurityCode,
      },
      shopperReference: buyer,
      recurringProcessingModel: 'Subscription',
      shopperInteraction: 'Ecommerce',
      storePaymentMethod: true,
    }),
  });
  const { resultCode, pspReference } = (await answer.json()) as { resultCode: string; pspReference: string };
  if (resultCode !== 'Authorised') throw new Error(`the stand-in says ${resultCode}`);
  return pspReference;
}

async function keep(id: string, buyer: string, reference: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into sale (id, buyer, amount_cents, reference) values ($1, $2, $3, $4)', [
      id,
      buyer,
      AMOUNT_CENTS,
      reference,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const server = fastify();
server.get('/boot.json', () => boot);
server.post('/pay/orders/createToken', () => ({ token: randomBytes(32).toString('base64url') }));
server.post<{ Body: { clickid: string; card: string } }>('/pay/orders/tryCharge', async ({ body }) => {
  const id = randomUUID();
  const card = (await unseal(body.card, () => privateKey)) as Card;
  await keep(id, body.clickid, await charge(id, body.clickid, card));
  return { status: 'ok', message: 'success' };
});
server.post('/pay/webhooks/adyen', () => '[accepted]');
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
const port = typeof address === 'object' && address ? address.port : 0;
await fetch(`${SANDBOX_URL}/control/webhooks`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ origin: `http://localhost:${port}` }),
});
console.log(`bare port ${port}`);
process.on('SIGTERM', () => void server.close().then(() => pool.end()));
