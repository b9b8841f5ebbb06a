import { clientEvents, endpoints } from '../contract/api.ts';
import { hostPrefixes } from '../contract/endpoint.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { systemClock } from './core/clock.ts';
import { openSession } from './core/sessions.ts';
import { connectBrowser } from './testing/browser.ts';
import { fittingInput } from './testing/fitting-input.ts';
import { expect, test as base } from './testing/harness.ts';
import { callAt } from './testing/http.ts';
import { startNode } from './testing/node.ts';
import type { Member, World } from './testing/world.ts';

/** Everything of the contract, called by a member who has not told his region. */

/** Open to members who have told their region, and to no other member. */
const forVerified = [
  'GET /dispenser/:id/:country/:seeks',
  'POST /api/collect/visited',
  'POST /api/upload/:trackerId/:angelId',
  'POST /dispenser/',
  'POST /dispenser/match',
  'POST /pay/orders/applePay/paymentData',
  'POST /pay/orders/changePlan',
  'POST /pay/orders/client/paypal/orderOk',
  'POST /pay/orders/createToken',
  'POST /pay/orders/googlePay/paymentData',
  'POST /pay/orders/quote',
  'POST /pay/orders/trustpay/intent',
  'POST /pay/orders/trustpay/tryCharge',
  'POST /pay/orders/tryCharge',
  'POST /pay/pay_rules/get_pay_rules',
  'POST /pay/payment/api/importOrder',
  'POST /pay/payment/api/importUpsell',
  'POST /pay/validate-merchant',
];

const forVerifiedEvents = ['brain', 'chat', 'like', 'match', 'pressing', 'scrive'];

const nameOf = ({ host, method, path }: Endpoint) => `${method} ${hostPrefixes[host]}${path}`;
const ofMembers = endpoints.filter(({ access }) => /member/.test(access));

/** A newcomer with a session that is live by the real clock, which the server goes by. */
async function newcomerOf(world: World): Promise<Member> {
  const member = await world.member({ region: null });
  const visitor = { ...member, clock: systemClock };
  return { ...member, token: await openSession(visitor, world.app.db, member.accountId, 'password') };
}

const choose = (world: World, { accountId }: Member, region: string) =>
  world.app.db.updateTable('profile').set({ region }).where('account_id', '=', accountId).execute();

const test = base.extend('port', { scope: 'file' }, async ({ databaseUrl, folder }, { onCleanup }) => {
  const settings = { LIMIT_REQUESTS_ADDRESS: '100000', LIMIT_SEARCH_ADDRESS: '100000' };
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, ROLES: 'web,payment', ...settings };
  return (await startNode(environment, onCleanup)).port;
});

/** Which of them the server refuses for want of a region. */
async function refusedTo(port: number, { trackerId, token }: Member): Promise<string[]> {
  const refused: string[] = [];
  for (const endpoint of ofMembers) {
    const { owner, sealed } = endpoint;
    const subject = owner ? { [owner]: trackerId } : {};
    const payer = sealed?.name === 'wallet' ? { request: { trackerId } } : {};
    const input = { ...fittingInput(endpoint), ...subject, ...payer };
    // These end the session.
    if (/logout|changePassword|close$|sessions/.test(endpoint.path)) continue;
    const { status, body } = await callAt(port, endpoint, input as never, { token });
    const code = (body as { error?: { code?: string } }).error?.code;
    if (code !== 'region.missing') continue;
    expect(status).toBe(403);
    refused.push(nameOf(endpoint));
  }
  return refused.toSorted();
}

test('calls: whoever has no region comes in only where none is needed, and at once when he has one', async ({
  port,
  world,
}) => {
  const newcomer = await newcomerOf(world);
  expect(await refusedTo(port, newcomer)).toEqual(forVerified);
  await choose(world, newcomer, 'Lazio');
  await expect.poll(() => refusedTo(port, newcomer), { timeout: 20_000 }).toEqual([]);
});

test('events: whoever has no region is heard only where none is needed, and at once when he has one', async ({
  port,
  world,
}) => {
  const newcomer = await newcomerOf(world);
  const socket = await connectBrowser(port, newcomer.token);
  const refused = async () => {
    const names: string[] = [];
    for (const { name } of clientEvents) {
      const { error } = (await socket.emitWithAck(name, null)) as { error?: { code: string } };
      if (error?.code === 'region.missing') names.push(name);
    }
    return names.toSorted();
  };
  expect(await refused()).toEqual(forVerifiedEvents);
  await choose(world, newcomer, 'Lazio');
  expect(await refused()).toEqual([]);
});

test('what needs a region is what the contract says needs one', () => {
  expect(
    ofMembers
      .filter(({ needsRegion }) => needsRegion)
      .map(nameOf)
      .toSorted(),
  ).toEqual(forVerified);
  const events = clientEvents.filter(({ needsRegion }) => needsRegion).map(({ name }) => name);
  expect(events.toSorted()).toEqual(forVerifiedEvents);
});
