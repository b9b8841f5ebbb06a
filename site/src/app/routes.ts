import { PLAIN_FLOW_ID } from '../../../contract/kernel/constants.ts';
import { providers } from '../../../contract/billing/providers.ts';
import type { PaywallName } from '../../../contract/brand/paywalls.ts';
import { readPaywallPath } from '../../../contract/brand/paywalls.ts';
import { decodeReturnPath } from '../../../contract/kernel/return-path.ts';
import type { PopupName } from '../shell/popups.ts';
import { pages, paths } from '../shell/paths.ts';
import type shell from '../locales/it/shell.json';

export type TitleKey = keyof (typeof shell)['titles'];

/** The code of a screen, fetched when it is first needed (app/screens.ts). */
export type ScreenName =
  | 'home'
  | 'entry'
  | 'login'
  | 'google'
  | 'forgot'
  | 'reset'
  | 'autologin'
  | 'confirm'
  | 'external'
  | 'autoSignup'
  | 'find'
  | 'match'
  | 'person'
  | 'notifications'
  | 'chats'
  | 'profile'
  | 'pay'
  | 'methods'
  | 'paid'
  | 'notPaid'
  | 'paymentCheck'
  | 'plans'
  | 'contact'
  | 'unsubscribe'
  | 'legal'
  | 'offline'
  | 'coming';

/** What a route's own rule may look at. */
export interface RuleInput {
  pathname: string;
  /** With the token of a link, though the address bar no longer shows it. */
  query: URLSearchParams;
  search: string;
  flow: { id: string; invites: boolean };
  verified: boolean;
  /** A payment has just succeeded, which the page that took it says. */
  paid: boolean;
}

export interface Redirect {
  to: string;
  popup?: PopupName;
  /** A paywall to open there, as the member's flow has it, if what it says is true. */
  paywall?: PaywallName;
  /** Whom the paywall is about. */
  about?: string | undefined;
  /** A link from a mail was of no use, which the server is told. */
  uselessLink?: true;
}

export interface RouteEntry {
  path: string;
  title: TitleKey;
  screen: ScreenName;
  /** What a member sees instead where his flow has invites. */
  screenWithInvites?: ScreenName;
  /**
   * `everybody` sees the same screen. A `newcomer` sees it, a verified member goes home.
   * Where `member` stands, others see the entry screen at this very path.
   */
  access: 'everybody' | 'newcomer' | 'member';
  /** The server may prepare what a visitor sees here for everybody. */
  public?: true;
  redirect?: (input: RuleInput) => Redirect | undefined;
  hidesBottomMenu?: true;
  /** On a phone the screen has a top bar of its own. */
  hidesTopBar?: true;
  /**
   * As high as the window: what is in it scrolls, not the page. It stays when the address changes to another of the
   * same screen.
   */
  fillsWindow?: true;
  /** Only the logo, with a way back to the plans. */
  logoOnly?: true;
  /** Beside the conversation or the deck there is no room for it; on a phone only some pages have it. */
  footer?: 'never' | 'always';
  /** Its address carries a secret from a mail, which is taken out of sight at once. */
  carriesToken?: true;
  /** Leaving the tab for a while must not lose what is under way, such as a bank's check. */
  staysAsLeft?: true;
}

const without =
  (parameter: string, to: string) =>
  ({ query }: RuleInput): Redirect | undefined =>
    query.get(parameter) ? undefined : { to };

const withoutToken = ({ query }: RuleInput): Redirect | undefined =>
  query.get('token') ? undefined : { to: paths.find, uselessLink: true };

const newcomer = { access: 'newcomer', public: true } as const;
const landing = { ...newcomer, screen: 'entry' } as const;
const everybody = { access: 'everybody', public: true, footer: 'always' } as const;
const member = { access: 'member', screen: 'coming' } as const;
const chats = { ...member, screen: 'chats', footer: 'never', fillsWindow: true } as const;
const purchase = {
  ...member,
  title: 'purchase',
  hidesBottomMenu: true,
  logoOnly: true,
  footer: 'never',
  staysAsLeft: true,
} as const;
/** The page to which a provider sends the member back. */
const paymentCheck = ({ path, parameter }: { path: string; parameter: string }): RouteEntry => ({
  ...member,
  path,
  title: 'paymentCheck',
  screen: 'paymentCheck',
  staysAsLeft: true,
  redirect: without(parameter, paths.find),
});
const mailLink = { ...everybody, carriesToken: true, staysAsLeft: true } as const;
const legal = { ...everybody, screen: 'legal' } as const;

/** Every address of the site. The first that fits counts. */
export const routes: readonly RouteEntry[] = [
  { path: pages.home, title: 'home', screen: 'home', ...newcomer, footer: 'always' },
  { path: pages.signUp, title: 'signUp', ...landing },
  {
    path: pages.autoSignUp,
    title: 'signUp',
    ...newcomer,
    screen: 'autoSignup',
    redirect: ({ query, search }) => (query.get('mail') ? undefined : { to: `${paths.find}${search}` }),
  },
  { path: pages.signUpFromAdvert, title: 'signUp', ...landing },
  { path: pages.googleReturn, title: 'login', ...newcomer, screen: 'google' },
  { path: pages.login, title: 'login', screen: 'login', ...newcomer },
  { path: pages.forgotPassword, title: 'forgotPassword', screen: 'forgot', ...newcomer },
  {
    path: pages.resetPassword,
    title: 'resetPassword',
    screen: 'reset',
    ...mailLink,
    redirect: (input) => {
      const redirect = withoutToken(input);
      return redirect && { ...redirect, popup: 'link_invalid' };
    },
  },
  {
    path: pages.autologin,
    title: 'autologin',
    screen: 'autologin',
    ...mailLink,
    redirect: withoutToken,
  },
  {
    path: pages.confirmEmail,
    title: 'confirmEmail',
    screen: 'confirm',
    ...mailLink,
    redirect: withoutToken,
  },
  {
    path: pages.externalSignUp,
    title: 'signUp',
    screen: 'external',
    ...mailLink,
    redirect: (input) =>
      decodeReturnPath(input.query.get('red')) ? withoutToken(input) : { to: paths.find, uselessLink: true },
  },
  { path: pages.find, title: 'find', ...member, screen: 'find', screenWithInvites: 'match', public: true },
  {
    path: pages.match,
    title: 'match',
    ...member,
    screen: 'match',
    footer: 'never',
    redirect: ({ flow, verified }) =>
      verified && flow.id === PLAIN_FLOW_ID ? { to: paths.find } : undefined,
  },
  { path: pages.chats, title: 'chats', ...chats },
  { path: pages.chat, title: 'chat', ...chats, hidesBottomMenu: true, hidesTopBar: true },
  { path: pages.notifications, title: 'notifications', ...member, screen: 'notifications' },
  { path: pages.person, title: 'person', ...member, screen: 'person' },
  { path: pages.profile, title: 'profile', ...member, screen: 'profile', footer: 'always' },
  { path: pages.ratePlan, title: 'plans', ...member, redirect: () => ({ to: paths.plans() }) },
  { path: pages.plans, title: 'plans', ...member, screen: 'plans', hidesBottomMenu: true },
  { path: pages.purchase, ...purchase, screen: 'plans' },
  { path: pages.choosePurchase, ...purchase, screen: 'plans' },
  { path: pages.pay, ...purchase, screen: 'pay' },
  { path: pages.paymentMethods, title: 'paymentMethods', ...member, screen: 'methods', staysAsLeft: true },
  {
    path: pages.paid,
    title: 'paid',
    ...member,
    screen: 'paid',
    redirect: ({ paid }) => (paid ? undefined : { to: paths.chats }),
  },
  { path: pages.notPaid, title: 'notPaid', ...member, screen: 'notPaid' },
  ...Object.values(providers).map(({ returnPage }) => paymentCheck(returnPage)),
  {
    path: pages.unsubscribe,
    title: 'unsubscribe',
    screen: 'unsubscribe',
    ...mailLink,
    hidesBottomMenu: true,
  },
  {
    path: pages.paywall,
    title: 'find',
    ...member,
    redirect: ({ pathname, verified }) => {
      const found = readPaywallPath(pathname);
      if (!verified) return found ? undefined : { to: paths.home };
      // Nothing has gone wrong where somebody only asks for the address of an error.
      if (!found || found.paywall === 'error') return { to: paths.find };
      return { to: paths.find, paywall: found.paywall, about: found.profileId };
    },
  },
  { path: pages.activeNotifications, title: 'activeNotifications', ...member },
  { path: pages.contact, title: 'contact', screen: 'contact', ...everybody },
  { path: pages.faq, title: 'faq', ...legal },
  { path: pages.terms, title: 'terms', ...legal },
  { path: pages.privacy, title: 'privacy', ...legal },
  { path: pages.cookie, title: 'cookie', ...legal },
  { path: pages.features, title: 'features', ...legal },
  { path: pages.unknownLegal, title: 'home', ...everybody, screen: 'home' },
  { path: pages.offline, title: 'offline', screen: 'offline', ...everybody },
];
