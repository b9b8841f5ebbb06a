import { afterEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../contract/kernel/errors.ts';
import type { Flow, PaywallName } from '../../../contract/brand/flow.ts';
import type { User } from '../../../contract/account/user.ts';
import { sampleBoot, sampleUser } from '../testing/sample-boot.ts';
import { call } from './api.ts';
import { shellOf, shellStore } from './boot.ts';
import { isPaywallTrue } from './paywall-truth.ts';
import { queryClient } from './query-client.ts';
import { sessionStore } from './session.ts';

vi.mock('./api.ts', () => ({ call: vi.fn() }));

interface World {
  user?: Partial<User>;
  flow?: Partial<Flow>;
  /** What the server answers, or how it refuses. */
  answer?: unknown;
}

function enter({ user = {}, flow = {}, answer }: World): void {
  const boot = sampleBoot('http://localhost', flow);
  shellStore.set(shellOf(boot));
  queryClient.setQueryData(['flow', boot.flow.id], boot.flow);
  sessionStore.set({ status: 'member', user: sampleUser(user) });
  vi.mocked(call).mockReset();
  if (answer instanceof Error) vi.mocked(call).mockRejectedValue(answer);
  else vi.mocked(call).mockResolvedValue(answer);
}

afterEach(() => {
  queryClient.clear();
  shellStore.set(null);
  sessionStore.set({ status: 'visitor' });
});

const credits = (messageCredits: number, likeCredits = 0, iceBreakerCredits = 0) => ({
  navigation: { messageCredits, likeCredits, iceBreakerCredits },
});
const rows = (...blurred: (string | null)[]) => ({ rows: blurred.map((one) => ({ blurred: one })) });
const refused = new Failure('profile.locked', undefined);

test.each<[PaywallName, boolean, World]>([
  ['out_of_credits', true, { answer: credits(0) }],
  ['out_of_credits', false, { answer: credits(1) }],
  ['out_of_credits', false, { answer: credits(0, 0, 1) }],
  ['out_of_credits', true, { user: { premiumLevel: 1 }, answer: credits(9) }],
  ['out_of_credits', true, { user: { premiumLevel: 1 }, answer: credits(9, 0, 1) }],
  ['out_of_credits', false, { user: { premiumLevel: 1 }, answer: credits(10) }],
  ['out_of_credits', false, { user: { premiumLevel: 2 }, answer: credits(0) }],
  ['out_of_credits', false, { answer: new Error('no answer') }],
  ['out_of_likes', true, { answer: credits(5, 0) }],
  ['out_of_likes', false, { answer: credits(0, 1) }],
  ['out_of_likes', false, { user: { premiumLevel: 1 }, answer: credits(0, 0) }],
  ['more_pages', false, {}],
  ['more_pages', true, { flow: { freePages: 3 } }],
  ['more_pages', false, { flow: { freePages: 3 }, user: { premiumLevel: 1 } }],
  ['profile_locked', true, { answer: refused }],
  ['profile_locked', false, { answer: [] }],
  ['profile_locked', false, { answer: new Failure('server.fault', { id: 'x' }) }],
  ['profile_locked', false, { answer: refused, user: { premiumLevel: 1 } }],
  ['blurred', true, { answer: rows(null, 'xxxx') }],
  ['blurred', false, { answer: rows(null) }],
  ['change_region', true, {}],
  ['change_region', true, { user: { premiumLevel: 1 } }],
  ['change_region', false, { user: { premiumLevel: 2 } }],
  ['read_receipts', false, {}],
  ['read_receipts', true, { flow: { hooks: { read_receipts: {} } } }],
  ['read_receipts', false, { flow: { hooks: { read_receipts: {} } }, user: { premiumLevel: 1 } }],
  ['premium_member', false, {}],
  ['premium_member', true, { user: { premiumLevel: 1 } }],
])('%s holds: %s', async (name, holds, world) => {
  enter(world);
  expect(await isPaywallTrue(name, '0193-abc')).toBe(holds);
});

test('of a visitor nothing holds', async () => {
  enter({});
  sessionStore.set({ status: 'visitor' });
  expect(await isPaywallTrue('change_region')).toBe(false);
});
