import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import { sampleBoot, sampleEntitlements, sampleUser } from '#client/testing/sample-boot.ts';
import type { User } from '#contract/account/user.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { shellOf, shellStore } from '#site/shell/boot.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { isPaywallTrue } from './paywall-truth.ts';

vi.mock('#site/shell/api.ts', () => ({ call: vi.fn() }));

interface World {
  user?: Partial<User>;
  /** What the server answers, or how it refuses. */
  answer?: unknown;
}

function enter({ user = {}, answer }: World): void {
  const boot = sampleBoot('http://localhost');
  shellStore.set(shellOf(boot));
  sessionStore.set({ status: 'member', me: openMember(sampleUser(user)) });
  vi.mocked(call).mockReset();
  if (answer instanceof Error) vi.mocked(call).mockRejectedValue(answer);
  else vi.mocked(call).mockResolvedValue(answer);
}

afterEach(() => {
  queryClient.clear();
  shellStore.set(null);
  sessionStore.set({ status: 'visitor' });
});

const messages = (canAffordMessage: boolean) => ({ navigation: { canAffordMessage } });
const likes = (canAffordLike: boolean) => ({ navigation: { canAffordLike } });
const entitled = (change: Partial<User['entitlements']>): World => ({
  user: { entitlements: sampleEntitlements(change) },
});
const rows = (...blurred: (string | null)[]) => ({ rows: blurred.map((one) => ({ blurred: one })) });
const refused = new Failure('profile.locked', undefined);

test.each<[PaywallName, boolean, World]>([
  ['out_of_credits', true, { answer: messages(false) }],
  ['out_of_credits', false, { answer: messages(true) }],
  ['out_of_credits', false, { answer: new Error('no answer') }],
  ['out_of_likes', true, { answer: likes(false) }],
  ['out_of_likes', false, { answer: likes(true) }],
  ['more_pages', false, {}],
  ['more_pages', true, entitled({ searchPages: 3 })],
  ['profile_locked', true, { answer: refused }],
  ['profile_locked', false, { answer: [] }],
  ['profile_locked', false, { answer: new Failure('server.fault', { id: 'x' }) }],
  ['blurred', true, { answer: rows(null, 'xxxx') }],
  ['blurred', false, { answer: rows(null) }],
  ['change_region', true, {}],
  ['change_region', false, entitled({ boundToRegion: false })],
  ['read_receipts', false, {}],
  ['read_receipts', true, entitled({ receiptsSold: true })],
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
