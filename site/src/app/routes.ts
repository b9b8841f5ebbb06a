import { Bell, Crown, Heart, MessageCircle, Search, UserRound } from 'lucide-react';
import { providers } from '#contract/billing/providers.ts';
import { PLAIN_FLOW_ID, PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import { decodeReturnPath } from '#contract/kernel/return-path.ts';
import { type PageName, pages, paths } from '#site/shell/paths.ts';
import { memberScreens } from './member-screens.ts';
import { toPaywall, without, withoutToken } from './redirects.ts';
import type { Route } from './route.ts';
import { screens } from './screens.ts';

const newcomer = { access: 'newcomer', public: true } as const;
const landing = { ...newcomer, screen: screens.entry } as const;
const everybody = { access: 'everybody', public: true, footer: 'always' } as const;
/** Those that only lead elsewhere have no screen but the way in, for visitors. */
const member = { access: 'member', screen: screens.entry } as const;
const chats = { ...member, screen: memberScreens.chats, footer: 'never', fillsWindow: 'chats' } as const;
const purchase = {
  ...member,
  title: 'purchase',
  hidesBottomMenu: true,
  logoOnly: true,
  footer: 'never',
  staysAsLeft: true,
} as const;
const mailLink = { ...everybody, carriesToken: true, startsAtOnce: true, staysAsLeft: true } as const;
const legal = { ...everybody, screen: screens.legal, indexed: true } as const;

/** Every page of the site. The first whose path fits counts, and menus keep this order. */
const table: Record<PageName, Route> = {
  home: { title: 'home', screen: screens.home, ...newcomer, footer: 'always', indexed: true },
  signUp: { title: 'signUp', ...landing },
  autoSignUp: {
    title: 'signUp',
    ...newcomer,
    startsAtOnce: true,
    screen: screens.autoSignUp,
    redirect: ({ query, search }) => (query.get('mail') ? undefined : { to: `${paths.find}${search}` }),
  },
  signUpFromAdvert: { title: 'signUp', ...landing },
  googleReturn: {
    title: 'login',
    ...newcomer,
    startsAtOnce: true,
    screen: screens.googleReturn,
  },
  login: {
    title: 'login',
    ...newcomer,
    indexed: true,
    screen: screens.login,
  },
  forgotPassword: {
    title: 'forgotPassword',
    ...newcomer,
    screen: screens.forgotPassword,
  },
  resetPassword: {
    title: 'resetPassword',
    ...mailLink,
    screen: screens.resetPassword,
    redirect: (input) => {
      const redirect = withoutToken(input);
      return redirect && { ...redirect, popup: 'link_invalid' };
    },
  },
  autologin: {
    title: 'autologin',
    ...mailLink,
    screen: screens.autologin,
    redirect: withoutToken,
  },
  confirmEmail: {
    title: 'confirmEmail',
    ...mailLink,
    screen: screens.confirmEmail,
    redirect: withoutToken,
  },
  externalSignUp: {
    title: 'signUp',
    ...mailLink,
    screen: screens.externalSignUp,
    redirect: (input) =>
      decodeReturnPath(input.query.get('red')) ? withoutToken(input) : { to: paths.find, uselessLink: true },
  },
  find: {
    title: 'find',
    ...member,
    public: true,
    screen: memberScreens.find,
    screenWithInvites: memberScreens.match,
    menu: { icon: Search, words: 'find', bottom: true, shows: ({ flow }) => !flow.invites },
  },
  match: {
    title: 'match',
    ...member,
    screen: memberScreens.match,
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
    screen: memberScreens.notifications,
    menu: { icon: Bell, words: 'notifications', badge: 'notifications', bottom: true },
  },
  person: {
    title: 'person',
    ...member,
    screen: memberScreens.person,
  },
  ratePlan: { title: 'plans', ...member, redirect: () => ({ to: paths.plans() }) },
  plans: {
    title: 'plans',
    ...member,
    screen: memberScreens.plans,
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
    screen: memberScreens.profile,
    menu: { icon: UserRound, words: 'profile', bottom: true },
  },
  introduction: {
    title: 'introduction',
    ...member,
    screen: memberScreens.introduction,
    hidesBottomMenu: true,
    hidesTopBar: true,
    footer: 'never',
    staysAsLeft: true,
    quiet: true,
  },
  verification: {
    title: 'verification',
    ...member,
    screen: memberScreens.verification,
  },
  safety: {
    title: 'safety',
    ...member,
    footer: 'always',
    screen: memberScreens.safety,
  },
  purchase: { ...purchase, screen: memberScreens.plans },
  choosePurchase: { ...purchase, screen: memberScreens.plans },
  pay: {
    ...purchase,
    screen: memberScreens.pay,
  },
  paymentMethods: {
    title: 'paymentMethods',
    ...member,
    screen: memberScreens.paymentMethods,
    staysAsLeft: true,
  },
  paid: {
    title: 'paid',
    ...member,
    screen: memberScreens.paid,
    redirect: ({ paid }) => (paid ? undefined : { to: paths.chats }),
  },
  notPaid: {
    title: 'notPaid',
    ...member,
    screen: memberScreens.notPaid,
  },
  unsubscribe: {
    title: 'unsubscribe',
    ...mailLink,
    screen: screens.unsubscribe,
    hidesBottomMenu: true,
  },
  appeal: {
    title: 'appeal',
    ...mailLink,
    screen: screens.appeal,
  },
  ticket: {
    title: 'ticket',
    ...mailLink,
    screen: screens.ticket,
  },
  paywall: {
    title: 'find',
    ...member,
    redirect: toPaywall,
  },
  activeNotifications: { title: 'activeNotifications', ...member, screen: memberScreens.activeNotifications },
  faq: { title: 'faq', ...legal, footerLink: 'faq' },
  terms: { title: 'terms', ...legal, footerLink: 'terms' },
  privacy: { title: 'privacy', ...legal, footerLink: 'privacy' },
  cookie: { title: 'cookie', ...legal, footerLink: 'cookie' },
  features: { title: 'features', ...legal, footerLink: 'features' },
  withdrawal: { title: 'withdrawal', ...legal, footerLink: 'withdrawal' },
  accessibility: { title: 'accessibility', ...legal, footerLink: 'accessibility' },
  imprint: { title: 'imprint', ...legal, footerLink: 'imprint' },
  dsa: { title: 'dsa', ...legal, footerLink: 'dsa' },
  unknownLegal: { title: 'home', ...everybody, screen: screens.home },
  contact: {
    title: 'contact',
    ...everybody,
    screen: screens.contact,
    indexed: true,
    footerLink: 'contact',
  },
  trust: {
    title: 'trust',
    ...everybody,
    indexed: true,
    screen: screens.trust,
    footerLink: 'trust',
  },
  offline: {
    title: 'offline',
    ...everybody,
    screen: screens.offline,
  },
};

export type RouteEntry = Route & { path: string };

/** The page to which a provider sends the member back. */
const paymentCheck = ({ path, parameter }: { path: string; parameter: string }): RouteEntry => ({
  ...member,
  path,
  title: 'paymentCheck',
  screen: memberScreens.paymentCheck,
  staysAsLeft: true,
  redirect: without(parameter, paths.find),
});

/** Every address at which there is no page. */
export const notFound: RouteEntry = { path: '*', title: 'notFound', ...everybody, screen: screens.notFound };

const entryOf = (name: PageName): RouteEntry => ({ path: pages[name], ...table[name] });

export const routes: readonly RouteEntry[] = [
  ...(Object.keys(table) as PageName[]).map(entryOf),
  ...Object.values(providers).map(({ returnPage }) => paymentCheck(returnPage)),
  notFound,
];
