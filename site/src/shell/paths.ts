import type { LegalPage } from '#contract/brand/legal.ts';
import { paywallWords } from '#contract/brand/paywalls.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';

/** Pages whose address says everything. */
const fixed = {
  home: '/',
  signUp: '/signup',
  autoSignUp: '/asignup',
  signUpFromAdvert: '/ms',
  googleReturn: '/loginWithGoogle',
  login: '/login',
  forgotPassword: '/forgotPassword',
  resetPassword: '/resetPassword',
  autologin: '/autologin',
  confirmEmail: '/confirmEmail',
  externalSignUp: '/external_email',
  find: '/find',
  match: '/match',
  chats: '/chats',
  notifications: '/notifications',
  ratePlan: '/rate_plan',
  purchase: '/purchase',
  choosePurchase: '/purchase/choose',
  paymentMethods: '/paymentPage',
  paid: '/ok',
  notPaid: '/ko',
  unsubscribe: '/unsubscribe',
  appeal: '/appeal',
  verification: '/photoVerification',
  activeNotifications: '/activeNotifications',
  contact: '/contactUs',
  trust: '/trust',
  offline: '/offline',
} as const;

/** Names one of the member's conversations with support in the address. A mail's link has a token instead. */
export const ticketParameter = 'id';

/** Every page of the site, by the pattern of its address. What each shows, and to whom, stands in app/routes.ts. */
export const pages = {
  ...fixed,
  chat: '/chats/:profileId',
  person: '/user/:profileId',
  profile: '/profile',
  introduction: '/introduction/:step?',
  ticket: '/ticket',
  safety: '/safety',
  plans: '/vip_plan/:reason',
  pay: '/purchase/pay',
  paywall: '/hook/*',
  faq: '/legal/faq',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  cookie: '/legal/cookie',
  features: '/legal/features',
  withdrawal: '/legal/withdrawal',
  accessibility: '/legal/accessibility',
  imprint: '/legal/imprint',
  dsa: '/legal/dsa',
  unknownLegal: '/legal/*',
} as const satisfies Record<LegalPage, string> & Record<string, string>;
export type PageName = keyof typeof pages;

/** The parameters of the payment page's address. */
export const payParameters = { renewal: 'rinnovo', newCard: 'carta', method: 'method' } as const;

/** What the payment page is opened for, where it is not the plan that was chosen, or how it is to be paid. */
type PayFor = { renewalId: string } | { newCard: true } | { method: string };

/** The address of every page. No path is written anywhere else. */
export const paths = {
  ...fixed,
  chat: (profileId: string) => `/chats/${profileId}`,
  person: (profileId: string) => `/user/${profileId}`,
  /** Its panels open by the hash. */
  profile: (panel?: 'plan' | 'notifications' | 'spending') =>
    panel === undefined ? pages.profile : `${pages.profile}#${panel}`,
  /** The questions after the sign-up; without a step the first that is open. */
  introduction: (step?: string) => (step === undefined ? '/introduction' : `/introduction/${step}`),
  ticket: (id: string) => `${pages.ticket}?${ticketParameter}=${id}`,
  /** What protects a member; its parts and the advice are named by the hash. */
  safety: (part?: 'pause' | 'blocked' | 'money' | 'contact') =>
    part === undefined ? pages.safety : `${pages.safety}#${part}`,
  /** The plans, with the words of the paywall that led there. */
  plans: (paywall?: PaywallName) => `/vip_plan/${paywall === undefined ? 'cred' : paywallWords[paywall]}`,
  pay(what?: PayFor): string {
    if (what === undefined) return pages.pay;
    if ('renewalId' in what) return `${pages.pay}?${payParameters.renewal}=${what.renewalId}`;
    if ('newCard' in what) return `${pages.pay}?${payParameters.newCard}=1`;
    return `${pages.pay}?${payParameters.method}=${what.method}`;
  },
  legal: (page: LegalPage, section?: string) =>
    section === undefined ? pages[page] : `${pages[page]}#${section}`,
  /** Where a member lands who asks for nothing in particular. */
  memberHome: ({ invites }: { invites: boolean }) => (invites ? fixed.match : fixed.find),
} as const;
