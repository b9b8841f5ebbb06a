import type { Page } from '@playwright/test';
import type { PageName } from '#site/shell/paths.ts';
import { expect, follow } from './fixtures.ts';

type Audience = 'visitor' | 'member';
export interface Visit {
  as: Audience;
  /** The address; of pages about a person what comes before the id. */
  at: string;
  /** Loaded, as no other journey does, and not followed to from another page of the site. */
  loads?: boolean;
}
const visitor = (at: string): Visit => ({ as: 'visitor', at });
const arrival = (at: string): Visit => ({ as: 'visitor', at, loads: true });
const member = (at: string): Visit => ({ as: 'member', at });
/** These show nothing of their own but lead on, or show what another page shows. */
const leadsOn: readonly Visit[] = [];

/** Every page of the site, and as whom it is looked at. A page without an entry does not compile. */
const visits: Record<PageName, readonly Visit[]> = {
  // Where the look begins, at every brand.
  home: leadsOn,
  signUp: [visitor('/signup')],
  autoSignUp: [visitor('/asignup?mail=luna@posta.example')],
  signUpFromAdvert: [arrival('/ms?tid=a11y')],
  googleReturn: [visitor('/loginWithGoogle')],
  login: [visitor('/login')],
  forgotPassword: [visitor('/forgotPassword')],
  resetPassword: [visitor('/resetPassword?token=x')],
  autologin: [visitor('/autologin?token=x')],
  confirmEmail: [visitor('/confirmEmail?token=x')],
  externalSignUp: [visitor('/external_email?token=x&red=L2NoYXRz')],
  find: [visitor('/find'), member('/find')],
  match: [member('/match')],
  chats: [visitor('/chats'), member('/chats')],
  chat: [member('/chats/:id')],
  notifications: [member('/notifications')],
  person: [member('/user/:id')],
  ratePlan: leadsOn,
  plans: [member('/vip_plan/cred')],
  profile: [member('/profile')],
  introduction: [member('/introduction/prompts'), member('/introduction/religion')],
  verification: [member('/photoVerification')],
  safety: [member('/safety')],
  purchase: [member('/purchase')],
  choosePurchase: leadsOn,
  pay: [member('/purchase/pay')],
  paymentMethods: [member('/paymentPage')],
  paid: leadsOn,
  notPaid: [member('/ko')],
  unsubscribe: [visitor('/unsubscribe'), member('/unsubscribe')],
  appeal: [visitor('/appeal?token=x')],
  paywall: leadsOn,
  activeNotifications: [member('/activeNotifications')],
  faq: [visitor('/legal/faq')],
  terms: [arrival('/legal/terms')],
  privacy: [visitor('/legal/privacy')],
  cookie: [visitor('/legal/cookie')],
  features: [visitor('/legal/features')],
  withdrawal: [visitor('/legal/withdrawal')],
  accessibility: [visitor('/legal/accessibility')],
  imprint: [visitor('/legal/imprint')],
  dsa: [visitor('/legal/dsa')],
  unknownLegal: leadsOn,
  contact: [visitor('/contactUs'), member('/contactUs')],
  ticket: [visitor('/ticket?token=x')],
  trust: [arrival('/trust')],
  offline: [arrival('/offline')],
};
export const visitsOf = (audience: Audience) =>
  Object.values(visits)
    .flat()
    .filter((visit) => visit.as === audience);

/** Tells the page of nothing that others do meanwhile: other journeys make news, and their cards would lie over what is looked at. */
export async function keepNewsAway(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    // A message of engine.io (4) that is an event of socket.io (2).
    server.onMessage((message) => {
      if (!String(message).startsWith('42')) socket.send(message);
    });
  });
}

/** Waits until the page that is left has gone: it stays until the next one has come. Some pages have their heading in common. */
export async function followAway(page: Page, path: string): Promise<void> {
  // The page that is left may have led there by itself.
  const { pathname, href } = new URL(page.url());
  if (new URL(path, href).pathname === pathname) return;
  const shown = page.locator('[data-page]');
  // One page may ask several questions, and some pages have their heading in common.
  const look = async () =>
    [await shown.getAttribute('data-page'), ...(await page.locator('h1').allTextContents())].join(' ');
  const before = await look();
  await follow(page, path);
  await expect.poll(look).not.toBe(before);
}

/** Waits until a page has come, with what it fetches. */
export async function expectCome(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}
