import { clientEvents, endpoints } from '#contract/api.ts';
import { like } from '#contract/discovery/deck.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { recordVisit } from '#contract/profile/people.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAt } from '#testing/http.ts';
import { startNode } from '#testing/node.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { systemClock } from './platform/clock.ts';
import { openSession } from './platform/security/sessions.ts';

/** Which calls and events need a region is decided here; that the server holds to it, `access-table.test.ts` shows. */

/** Open to members who have given their region, and to no other member. */
const forVerified = [
  'GET /dispenser/:id/:country/:seeks',
  'POST /api/collect/visited',
  'POST /api/upload/:trackerId/:angelId',
  'POST /dispenser/',
  'POST /dispenser/count',
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

const forVerifiedEvents = ['annulla_like', 'brain', 'chat', 'like', 'match', 'pressing', 'scrive'];

const nameOf = ({ host, method, path }: Endpoint) => `${method} ${hostPrefixes[host]}${path}`;
const ofMembers = endpoints.filter(({ access }) => /member/.test(access));

/** A newcomer with a session that is live by the real clock, which the server goes by. */
async function newcomerOf(world: World): Promise<Member> {
  const member = await world.member({ region: null });
  const visitor = withServices(member, { clock: systemClock });
  return { ...member, token: await openSession(visitor, world.app.db, member.accountId, 'password') };
}

const choose = (world: World, { accountId }: Member, region: string) =>
  world.app.db.updateTable('profile').set({ region }).where('account_id', '=', accountId).execute();

const test = base.extend('port', { scope: 'file' }, async ({ databaseUrl, folder }, { onCleanup }) => {
  const settings = { LIMIT_REQUESTS_ADDRESS: '100000', LIMIT_SEARCH_ADDRESS: '100000' };
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, ROLES: 'web,payment', ...settings };
  return (await startNode(environment, onCleanup)).port;
});

test('calls: a member without a region comes in at once when they have one', async ({ port, world }) => {
  const newcomer = await newcomerOf(world);
  const { trackerId, token } = newcomer;
  const codeOf = async () => {
    const input = { ...fittingInput(recordVisit), trackerId };
    const { body } = await callAt(port, recordVisit, input as never, { token });
    return (body as { error?: { code?: string } }).error?.code;
  };
  expect(await codeOf()).toBe('region.missing');
  await choose(world, newcomer, 'Lazio');
  await expect.poll(codeOf, { timeout: 20_000 }).toBeUndefined();
});

test('events: a member who had no region is answered as soon as they have one', async ({ port, world }) => {
  const newcomer = await newcomerOf(world);
  const socket = await connectBrowser(port, newcomer.token);
  const codeOf = async () => {
    const { error } = (await socket.emitWithAck(like.name, null)) as { error?: { code: string } };
    return error?.code;
  };
  expect(await codeOf()).toBe('region.missing');
  await choose(world, newcomer, 'Lazio');
  // The same connection: what the member sends is now looked at.
  expect(await codeOf()).toBe('request.malformed');
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
