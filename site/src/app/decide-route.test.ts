import { describe, expect, test } from 'vitest';
import { type PageName, pages } from '#site/shell/paths.ts';
import { type Audience, type Decision, decideRoute, findRoute, pageName } from './decide-route.ts';
import { barItems, bottomItems } from './member-bars.tsx';
import { memberScreens } from './member-screens.ts';
import { routes } from './routes.ts';
import { screens } from './screens.ts';

const flows = {
  standard: { id: '7', invites: false },
  plain: { id: '0000', invites: false },
  invites: { id: '13', invites: true },
} as const;
type FlowName = keyof typeof flows;
const flowNames = Object.keys(flows) as FlowName[];

/** In one word: the screen shown, `entry` for the entry screen, `→ path` for a redirect, `wait`. */
function outcome(decision: Decision): string {
  if (decision.kind === 'redirect') return `→ ${decision.to}`;
  return decision.kind === 'wait' ? 'wait' : (screenNames.get(decision.screen) ?? 'a screen of no page');
}

/** Screens by the page they belong to; those of several pages have names of their own. */
const screenNames = new Map<object, string>([
  ...routes.map(({ path, screen }): [object, string] => [screen, nameOfPage(path) ?? path]),
  ...Object.entries({ ...screens, ...memberScreens }).map(([name, screen]): [object, string] => [
    screen,
    name,
  ]),
]);

function nameOfPage(path: string): PageName | undefined {
  return (Object.keys(pages) as PageName[]).find((name) => pages[name] === path);
}

function visit(address: string, audience: Audience, flow: FlowName = 'standard'): string {
  const [pathname = '', query] = address.split('?');
  return outcome(decideRoute({ pathname, search: query ? `?${query}` : '', audience, flow: flows[flow] }));
}

/** The specification's routes: what a visitor and a verified member see in an ordinary flow. */
const expected: readonly (readonly [address: string, visitor: string, member: string])[] = [
  ['/', 'home', '→ /find'],
  ['/signup', 'entry', '→ /find'],
  ['/asignup?mail=a@b.it', 'autoSignUp', '→ /find'],
  ['/asignup?tid=1&src=x', '→ /find?tid=1&src=x', '→ /find?tid=1&src=x'],
  ['/asignup', '→ /find', '→ /find'],
  ['/ms', 'entry', '→ /find'],
  ['/loginWithGoogle', 'googleReturn', '→ /find'],
  ['/login', 'login', '→ /find'],
  ['/forgotPassword', 'forgotPassword', '→ /find'],
  ['/resetPassword?token=t', 'resetPassword', 'resetPassword'],
  ['/resetPassword', '→ /find', '→ /find'],
  ['/autologin?token=t', 'autologin', 'autologin'],
  ['/autologin', '→ /find', '→ /find'],
  ['/confirmEmail?token=t', 'confirmEmail', 'confirmEmail'],
  ['/confirmEmail', '→ /find', '→ /find'],
  ['/external_email?token=t&red=L2NoYXRz', 'externalSignUp', 'externalSignUp'],
  ['/external_email?token=t', '→ /find', '→ /find'],
  ['/external_email?token=t&red=Ly9ldmlsLmV4YW1wbGU', '→ /find', '→ /find'],
  ['/external_email?red=L2NoYXRz', '→ /find', '→ /find'],
  ['/external_email', '→ /find', '→ /find'],
  ['/find', 'entry', 'find'],
  ['/match', 'entry', 'match'],
  ['/chats', 'entry', 'chats'],
  ['/chats/0193-abc', 'entry', 'chats'],
  ['/notifications', 'entry', 'notifications'],
  ['/user/0193-abc', 'entry', 'person'],
  ['/profile', 'entry', 'profile'],
  ['/introduction', 'entry', 'introduction'],
  ['/introduction/interests', 'entry', 'introduction'],
  ['/photoVerification', 'entry', 'verification'],
  ['/safety', 'entry', 'safety'],
  ['/vip_plan/cred', 'entry', 'plans'],
  ['/vip_plan/paginazione', 'entry', 'plans'],
  ['/rate_plan', '→ /vip_plan/cred', '→ /vip_plan/cred'],
  ['/purchase', 'entry', 'plans'],
  ['/purchase/choose', 'entry', 'plans'],
  ['/purchase/pay', 'entry', 'pay'],
  ['/paymentPage', 'entry', 'paymentMethods'],
  ['/ok', '→ /chats', '→ /chats'],
  ['/ko?errorMsg=riprova', 'entry', 'notPaid'],
  ['/trpay/paymentCheck?instanceId=1', 'entry', 'paymentCheck'],
  ['/trpay/paymentCheck', '→ /find', '→ /find'],
  ['/adyen/paymentCheck?redirectResult=1', 'entry', 'paymentCheck'],
  ['/adyen/paymentCheck', '→ /find', '→ /find'],
  ['/maxpay/paymentCheck?reference=1', 'entry', 'paymentCheck'],
  ['/maxpay/paymentCheck', '→ /find', '→ /find'],
  ['/paypal/paymentCheck?token=1', 'entry', 'paymentCheck'],
  ['/paypal/paymentCheck', '→ /find', '→ /find'],
  ['/unsubscribe', 'unsubscribe', 'unsubscribe'],
  ['/appeal', 'appeal', 'appeal'],
  ['/ticket', 'ticket', 'ticket'],
  ['/hook/paginazione', 'entry', '→ /find'],
  ['/hook/fine_like/0193-abc', 'entry', '→ /find'],
  ['/hook/anything', '→ /', '→ /find'],
  ['/activeNotifications', 'entry', 'activeNotifications'],
  ['/contactUs', 'contact', 'contact'],
  ['/trust', 'trust', 'trust'],
  ['/legal/faq', 'legal', 'legal'],
  ['/legal/terms', 'legal', 'legal'],
  ['/legal/privacy', 'legal', 'legal'],
  ['/legal/cookie', 'legal', 'legal'],
  ['/legal/features', 'legal', 'legal'],
  ['/legal/withdrawal', 'legal', 'legal'],
  ['/legal/accessibility', 'legal', 'legal'],
  ['/legal/imprint', 'legal', 'legal'],
  ['/legal/dsa', 'legal', 'legal'],
  ['/legal/anything', 'home', 'home'],
  ['/offline', 'offline', 'offline'],
  ['/nowhere', 'notFound', 'notFound'],
  ['/chats/a/b', 'notFound', 'notFound'],
  ['/user', 'notFound', 'notFound'],
  ['/vip_plan', 'notFound', 'notFound'],
];

describe.each(flowNames)('in the %s flow', (flow) => {
  test.each(expected)('%s: a visitor gets %s', (address, visitor) => {
    expect(visit(address, 'visitor', flow)).toBe(visitor);
  });

  test.each(expected)('%s: a member gets what is theirs', (address, _, member) => {
    expect(visit(address, 'member', flow)).toBe(memberIn(flow, address, member));
  });
});

/** The places where the flow decides. */
function memberIn(flow: FlowName, address: string, usual: string): string {
  if (flow === 'plain' && address === '/match') return '→ /find';
  if (flow === 'invites' && address === '/find') return 'match';
  const { access } = findRoute(address.split('?')[0]!);
  const sentHome = access === 'newcomer' && !address.startsWith('/asignup?tid');
  return flow === 'invites' && sentHome && address !== '/asignup' ? '→ /match' : usual;
}

test('every route of the table was visited', () => {
  const visited = new Set(expected.map(([address]) => findRoute(address.split('?')[0]!).path));
  expect(routes.map(({ path }) => path).filter((path) => !visited.has(path))).toEqual([]);
});

test('a reset link without its token explains itself', () => {
  const decision = decideRoute({
    pathname: '/resetPassword',
    search: '',
    audience: 'visitor',
    flow: flows.standard,
  });
  expect(decision).toEqual({ kind: 'redirect', to: '/find', popup: 'link_invalid', uselessLink: true });
});

test('a link works on when its token has left the address', () => {
  const paths = ['/resetPassword', '/autologin', '/confirmEmail', '/external_email'];
  for (const pathname of paths) {
    const visited = { pathname, search: '?red=L2NoYXRz', audience: 'visitor', flow: flows.standard } as const;
    expect(decideRoute(visited)).toMatchObject({ kind: 'redirect', uselessLink: true });
    expect(decideRoute({ ...visited, linkToken: 't' })).toMatchObject({ kind: 'show' });
  }
  // The way out of newsletters is there without a link, too, and a useless link to an appeal or a ticket is explained there.
  expect(routes.filter(({ carriesToken }) => carriesToken).map(({ path }) => path)).toEqual([
    ...paths,
    '/unsubscribe',
    '/appeal',
    '/ticket',
  ]);
});

test.each([
  ['/hook/fine_crediti_messaggi', { paywall: 'out_of_credits' }],
  ['/hook/profilo_bloccato/0193-abc', { paywall: 'profile_locked', about: '0193-abc' }],
  ['/hook/errore', {}],
  ['/hook/anything', {}],
])('%s goes to the search, with what is to be said there if it is true', (pathname, paywall) => {
  const decision = decideRoute({ pathname, search: '', audience: 'member', flow: flows.invites });
  expect(decision).toEqual({ kind: 'redirect', to: '/find', ...paywall });
});

test('a newcomer is led to the questions after the sign-up, unless they wanted to go elsewhere', () => {
  const newcomer = { search: '', audience: 'member', flow: flows.standard, introduced: false } as const;
  expect(outcome(decideRoute({ ...newcomer, pathname: '/' }))).toBe('→ /introduction');
  expect(outcome(decideRoute({ ...newcomer, pathname: '/login', from: '/chats' }))).toBe('→ /chats');
  expect(outcome(decideRoute({ ...newcomer, pathname: '/find' }))).toBe('find');
});

test('a payment that has just succeeded shows its page', () => {
  const paid = decideRoute({
    pathname: '/ok',
    search: '',
    audience: 'member',
    flow: flows.standard,
    paid: true,
  });
  expect(outcome(paid)).toBe('paid');
});

test('after the sign-in a member goes on to where they wanted', () => {
  const decision = decideRoute({
    pathname: '/login',
    search: '',
    audience: 'member',
    flow: flows.invites,
    from: '/chats/1',
  });
  expect(outcome(decision)).toBe('→ /chats/1');
});

describe('before it is known who is here', () => {
  const unknown = (pathname: string, search = '') =>
    decideRoute({ pathname, search, audience: 'unknown', flow: flows.standard });

  test('only public pages are shown, and the landing for now', () => {
    expect(unknown('/legal/faq')).toMatchObject({ kind: 'show', screen: screens.legal, provisional: false });
    expect(unknown('/')).toMatchObject({ kind: 'show', screen: screens.home, provisional: true });
    expect(unknown('/find')).toMatchObject({ kind: 'show', screen: screens.entry, provisional: true });
    expect(unknown('/chats')).toMatchObject({ kind: 'wait' });
    expect(unknown('/nowhere')).toMatchObject({ screen: screens.notFound, provisional: false });
  });

  test('the query makes no difference, because the HTML was prepared without it', () => {
    for (const [address] of expected) {
      const [pathname = '', query = ''] = address.split('?');
      expect(pageName(unknown(pathname, `?${query}`))).toBe(pageName(unknown(pathname)));
    }
  });

  test('no member page is ever shown', () => {
    const members = routes.filter(({ access }) => access === 'member');
    const shown = members.map(({ path }) => outcome(unknown(path.replaceAll(/:\w+/g, 'x'))));
    expect(new Set(shown)).toEqual(new Set(['wait', 'entry']));
  });
});

test('the bottom menu hides on the four that the specification names, and while a newcomer is asked', () => {
  const hidden = routes.filter(({ hidesBottomMenu }) => hidesBottomMenu).map(({ path }) => path);
  expect(hidden).toEqual([
    '/chats/:profileId',
    '/vip_plan/:reason',
    '/introduction/:step?',
    '/purchase',
    '/purchase/choose',
    '/purchase/pay',
    '/unsubscribe',
  ]);
});

test('only purchase pages show nothing but the logo', () => {
  const bare = routes.filter(({ logoOnly }) => logoOnly).map(({ path }) => path);
  expect(bare).toEqual(['/purchase', '/purchase/choose', '/purchase/pay']);
});

describe.each(flowNames)('the menus in the %s flow', (flow) => {
  const everybody = ([0, 1, 2] as const).flatMap((premiumLevel) =>
    (['male', 'female'] as const).map((seeks) => ({ flow: flows[flow], premiumLevel, seeks })),
  );

  test('offer no page that sends the member elsewhere', () => {
    const addresses = everybody.flatMap((who) => [...barItems(who), ...bottomItems(who)]).map(({ to }) => to);
    for (const address of new Set(addresses)) expect(visit(address, 'member', flow)).not.toMatch(/→|wait/);
  });

  test('offer on a wide window whatever they offer on a phone', () => {
    for (const who of everybody) {
      const bar = barItems(who).map(({ to }) => to);
      for (const { to } of bottomItems(who)) expect(bar).toContain(to);
    }
  });
});

test('a server, which does not know who asks, is given no screen of members', () => {
  const ofMembers = new Set<object>(Object.values(memberScreens));
  const shown = routes.flatMap(({ path }) => {
    const decision = decideRoute({ pathname: path, search: '', audience: 'unknown', flow: flows.invites });
    return decision.kind === 'show' ? [decision.screen] : [];
  });
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((screen) => ofMembers.has(screen))).toEqual([]);
});

test('the bar leads with the deck, or with the search for a member who seeks men', () => {
  const lead = (seeks: 'male' | 'female') =>
    barItems({ flow: flows.standard, premiumLevel: 0, seeks })[0]?.to;
  expect(lead('female')).toBe('/match');
  expect(lead('male')).toBe('/find');
});

test('the top level is offered no VIP page', () => {
  const offered = (premiumLevel: 1 | 2) =>
    barItems({ flow: flows.standard, premiumLevel, seeks: 'female' }).map(({ words }) => words);
  expect(offered(1)).toContain('vip');
  expect(offered(2)).not.toContain('vip');
});
