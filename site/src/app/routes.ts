import { Bell, Crown, Heart, MessageCircle, Search, UserRound } from 'lucide-react';
import { providers } from '../../../contract/billing/providers.ts';
import { PLAIN_FLOW_ID, PREMIUM_LEVELS } from '../../../contract/kernel/constants.ts';
import { decodeReturnPath } from '../../../contract/kernel/return-path.ts';
import { type PageName, pages, paths } from '../shell/paths.ts';
import { toPaywall, without, withoutToken } from './redirects.ts';
import type { Route, Screen } from './route.ts';

/** Screens of more than one page. */
export const screens = {
  home: {
    load: async () => (await import('../features/entry/landing/landing-screens.tsx')).HomeScreen,
    texts: ['home'],
    skeleton: 'form',
    hero: true,
  },
  /** What a visitor sees where a member's page would be. */
  entry: {
    load: async () => (await import('../features/entry/landing/landing-screens.tsx')).EntryScreen,
    texts: [],
    skeleton: 'form',
    hero: true,
  },
  match: {
    load: async () => (await import('../features/discovery/deck/match-screen.tsx')).MatchScreen,
    texts: ['match', 'people'],
    skeleton: 'deck',
  },
  chats: {
    load: async () => (await import('../features/chat/chats-screen.tsx')).ChatsScreen,
    texts: ['chats', 'chat', 'people'],
    skeleton: 'chats',
  },
  plans: {
    load: async () => (await import('../features/billing/plans/plans-screen.tsx')).PlansScreen,
    texts: ['plans', 'popups'],
    skeleton: 'plans',
  },
  paymentCheck: {
    load: async () => (await import('../features/billing/pay/payment-check-screen.tsx')).PaymentCheckScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  legal: {
    load: async () => (await import('../features/public/legal-screen.tsx')).LegalScreen,
    texts: [],
    skeleton: 'text',
  },
  coming: {
    load: async () => (await import('../features/public/coming-screen.tsx')).ComingScreen,
    texts: ['pages'],
  },
} as const satisfies Record<string, Screen>;

const newcomer = { access: 'newcomer', public: true } as const;
const landing = { ...newcomer, screen: screens.entry } as const;
const everybody = { access: 'everybody', public: true, footer: 'always' } as const;
const member = { access: 'member', screen: screens.coming } as const;
const chats = { ...member, screen: screens.chats, footer: 'never', fillsWindow: 'chats' } as const;
const purchase = {
  ...member,
  title: 'purchase',
  hidesBottomMenu: true,
  logoOnly: true,
  footer: 'never',
  staysAsLeft: true,
} as const;
const mailLink = { ...everybody, carriesToken: true, startsAtOnce: true, staysAsLeft: true } as const;
const legal = { ...everybody, screen: screens.legal } as const;

/** Every page of the site. The first whose path fits counts, and menus keep this order. */
const table: Record<PageName, Route> = {
  home: { title: 'home', screen: screens.home, ...newcomer, footer: 'always' },
  signUp: { title: 'signUp', ...landing },
  autoSignUp: {
    title: 'signUp',
    ...newcomer,
    startsAtOnce: true,
    screen: {
      load: async () => (await import('../features/entry/signup/auto-signup-screen.tsx')).AutoSignupScreen,
      texts: ['signup'],
      skeleton: 'form',
      hero: true,
    },
    redirect: ({ query, search }) => (query.get('mail') ? undefined : { to: `${paths.find}${search}` }),
  },
  signUpFromAdvert: { title: 'signUp', ...landing },
  googleReturn: {
    title: 'login',
    ...newcomer,
    startsAtOnce: true,
    screen: {
      load: async () => (await import('../features/entry/login/google-screen.tsx')).GoogleScreen,
      texts: ['account'],
      skeleton: 'form',
      hero: true,
    },
  },
  login: {
    title: 'login',
    ...newcomer,
    screen: {
      load: async () => (await import('../features/entry/login/login-screen.tsx')).LoginScreen,
      texts: [],
      skeleton: 'form',
    },
  },
  forgotPassword: {
    title: 'forgotPassword',
    ...newcomer,
    screen: {
      load: async () => (await import('../features/entry/login/password-screens.tsx')).ForgotScreen,
      texts: ['account'],
      skeleton: 'form',
    },
  },
  resetPassword: {
    title: 'resetPassword',
    ...mailLink,
    screen: {
      load: async () => (await import('../features/entry/login/password-screens.tsx')).ResetScreen,
      texts: ['account'],
      skeleton: 'form',
    },
    redirect: (input) => {
      const redirect = withoutToken(input);
      return redirect && { ...redirect, popup: 'link_invalid' };
    },
  },
  autologin: {
    title: 'autologin',
    ...mailLink,
    screen: {
      load: async () => (await import('../features/entry/login/link-screens.tsx')).AutologinScreen,
      texts: ['account'],
      skeleton: 'form',
    },
    redirect: withoutToken,
  },
  confirmEmail: {
    title: 'confirmEmail',
    ...mailLink,
    screen: {
      load: async () => (await import('../features/entry/login/link-screens.tsx')).ConfirmScreen,
      texts: ['account'],
      skeleton: 'form',
    },
    redirect: withoutToken,
  },
  externalSignUp: {
    title: 'signUp',
    ...mailLink,
    screen: {
      load: async () => (await import('../features/entry/login/link-screens.tsx')).ExternalScreen,
      texts: ['account'],
      skeleton: 'form',
    },
    redirect: (input) =>
      decodeReturnPath(input.query.get('red')) ? withoutToken(input) : { to: paths.find, uselessLink: true },
  },
  find: {
    title: 'find',
    ...member,
    public: true,
    screen: {
      load: async () => (await import('../features/discovery/search/find-screen.tsx')).FindScreen,
      texts: ['find', 'people'],
      skeleton: 'people',
    },
    screenWithInvites: screens.match,
    menu: { icon: Search, words: 'find', bottom: true, shows: ({ flow }) => !flow.invites },
  },
  match: {
    title: 'match',
    ...member,
    screen: screens.match,
    footer: 'never',
    redirect: ({ flow, verified }) =>
      verified && flow.id === PLAIN_FLOW_ID ? { to: paths.find } : undefined,
    menu: {
      icon: Heart,
      words: 'match',
      bottom: true,
      shows: ({ flow }) => flow.id !== PLAIN_FLOW_ID,
      leadsBar: ({ seeks }) => seeks !== 'male',
    },
  },
  chats: {
    title: 'chats',
    ...chats,
    menu: { icon: MessageCircle, words: 'chats', shortWords: 'chatsShort', badge: 'messages', bottom: true },
  },
  chat: { title: 'chat', ...chats, skeleton: 'thread', hidesBottomMenu: true, hidesTopBar: true },
  notifications: {
    title: 'notifications',
    ...member,
    screen: {
      load: async () =>
        (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
      texts: ['notifications', 'people'],
    },
    menu: { icon: Bell, words: 'notifications', badge: 'notifications', bottom: true },
  },
  person: {
    title: 'person',
    ...member,
    screen: {
      load: async () => (await import('../features/people/person-screen.tsx')).PersonScreen,
      texts: ['person', 'people'],
      skeleton: 'person',
    },
  },
  ratePlan: { title: 'plans', ...member, redirect: () => ({ to: paths.plans() }) },
  plans: {
    title: 'plans',
    ...member,
    screen: screens.plans,
    hidesBottomMenu: true,
    menu: {
      icon: Crown,
      words: 'vip',
      to: paths.plans(),
      shows: ({ premiumLevel }) => premiumLevel !== PREMIUM_LEVELS.top,
    },
  },
  profile: {
    title: 'profile',
    ...member,
    footer: 'always',
    screen: {
      load: async () => (await import('../features/account/profile-screen.tsx')).ProfileScreen,
      texts: ['profile', 'decisions'],
      skeleton: 'profile',
    },
    menu: { icon: UserRound, words: 'profile', bottom: true },
  },
  verification: {
    title: 'verification',
    ...member,
    screen: {
      load: async () =>
        (await import('../features/account/verification/verification-screen.tsx')).VerificationScreen,
      texts: ['verification', 'people'],
      skeleton: 'form',
    },
  },
  purchase: { ...purchase, screen: screens.plans },
  choosePurchase: { ...purchase, screen: screens.plans },
  pay: {
    ...purchase,
    screen: {
      load: async () => (await import('../features/billing/pay/pay-screen.tsx')).PayScreen,
      texts: ['pay'],
      skeleton: 'pay',
    },
  },
  paymentMethods: {
    title: 'paymentMethods',
    ...member,
    screen: {
      load: async () => (await import('../features/billing/pay/methods-screen.tsx')).MethodsScreen,
      texts: ['pay'],
    },
    staysAsLeft: true,
  },
  paid: {
    title: 'paid',
    ...member,
    screen: {
      load: async () => (await import('../features/billing/pay/paid-screen.tsx')).PaidScreen,
      texts: ['pay'],
      skeleton: 'form',
    },
    redirect: ({ paid }) => (paid ? undefined : { to: paths.chats }),
  },
  notPaid: {
    title: 'notPaid',
    ...member,
    screen: {
      load: async () => (await import('../features/billing/pay/not-paid-screen.tsx')).NotPaidScreen,
      texts: ['pay'],
      skeleton: 'form',
    },
  },
  unsubscribe: {
    title: 'unsubscribe',
    ...mailLink,
    screen: {
      load: async () => (await import('../features/public/unsubscribe-screen.tsx')).UnsubscribeScreen,
      texts: ['account'],
      skeleton: 'form',
    },
    hidesBottomMenu: true,
  },
  appeal: {
    title: 'appeal',
    ...mailLink,
    screen: {
      load: async () => (await import('../features/public/appeal-screen.tsx')).AppealScreen,
      texts: ['decisions', 'errors'],
      skeleton: 'form',
    },
  },
  paywall: {
    title: 'find',
    ...member,
    redirect: toPaywall,
  },
  activeNotifications: { title: 'activeNotifications', ...member },
  faq: { title: 'faq', ...legal, footerLink: 'faq' },
  terms: { title: 'terms', ...legal, footerLink: 'terms' },
  privacy: { title: 'privacy', ...legal, footerLink: 'privacy' },
  cookie: { title: 'cookie', ...legal, footerLink: 'cookie' },
  features: { title: 'features', ...legal },
  unknownLegal: { title: 'home', ...everybody, screen: screens.home },
  contact: {
    title: 'contact',
    ...everybody,
    screen: {
      load: async () => (await import('../features/public/contact-screen.tsx')).ContactScreen,
      texts: ['pages'],
      skeleton: 'text',
    },
    footerLink: 'contact',
  },
  offline: {
    title: 'offline',
    ...everybody,
    screen: {
      load: async () => (await import('../features/public/offline-screen.tsx')).OfflineScreen,
      texts: [],
      skeleton: 'text',
    },
  },
};

export type RouteEntry = Route & { path: string };

/** The page to which a provider sends the member back. */
const paymentCheck = ({ path, parameter }: { path: string; parameter: string }): RouteEntry => ({
  ...member,
  path,
  title: 'paymentCheck',
  screen: screens.paymentCheck,
  staysAsLeft: true,
  redirect: without(parameter, paths.find),
});

const entryOf = (name: PageName): RouteEntry => ({ path: pages[name], ...table[name] });

export const routes: readonly RouteEntry[] = [
  ...(Object.keys(table) as PageName[]).map(entryOf),
  ...Object.values(providers).map(({ returnPage }) => paymentCheck(returnPage)),
];
