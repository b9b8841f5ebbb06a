import { type ComponentType, type LazyExoticComponent, type ReactElement, createElement, lazy } from 'react';
import type { Namespace } from '../shell/i18next.d.ts';
import { reloadForNewVersion } from '../shell/new-version.ts';
import type { ScreenName } from './routes.ts';

interface Screen {
  load: () => Promise<ComponentType>;
  /** The words it brings, besides the shell's. */
  texts: readonly Namespace[];
  /** Its source, by which the server finds the files of the build to fetch early. */
  source: string;
  /** Opens with the brand's hero, which has the logo and the way in. */
  hero?: true;
}

/** Each screen is a file of its own, fetched when it is first shown. */
export const screens: Record<ScreenName, Screen> = {
  home: {
    load: async () => (await import('../features/entry/landing/home-screen.tsx')).HomeScreen,
    texts: ['home'],
    source: 'src/features/entry/landing/home-screen.tsx',
    hero: true,
  },
  entry: {
    load: async () => (await import('../features/entry/landing/entry-screen.tsx')).EntryScreen,
    texts: [],
    source: 'src/features/entry/landing/entry-screen.tsx',
    hero: true,
  },
  login: {
    load: async () => (await import('../features/entry/login/login-screen.tsx')).LoginScreen,
    texts: [],
    source: 'src/features/entry/login/login-screen.tsx',
  },
  google: {
    load: async () => (await import('../features/entry/login/google-screen.tsx')).GoogleScreen,
    texts: ['account'],
    source: 'src/features/entry/login/google-screen.tsx',
    hero: true,
  },
  forgot: {
    load: async () => (await import('../features/entry/login/forgot-screen.tsx')).ForgotScreen,
    texts: ['account'],
    source: 'src/features/entry/login/forgot-screen.tsx',
  },
  reset: {
    load: async () => (await import('../features/entry/login/reset-screen.tsx')).ResetScreen,
    texts: ['account'],
    source: 'src/features/entry/login/reset-screen.tsx',
  },
  autologin: {
    load: async () => (await import('../features/entry/login/autologin-screen.tsx')).AutologinScreen,
    texts: ['account'],
    source: 'src/features/entry/login/autologin-screen.tsx',
  },
  confirm: {
    load: async () => (await import('../features/entry/login/confirm-screen.tsx')).ConfirmScreen,
    texts: ['account'],
    source: 'src/features/entry/login/confirm-screen.tsx',
  },
  external: {
    load: async () => (await import('../features/entry/login/external-screen.tsx')).ExternalScreen,
    texts: ['account'],
    source: 'src/features/entry/login/external-screen.tsx',
  },
  autoSignup: {
    load: async () => (await import('../features/entry/signup/auto-signup-screen.tsx')).AutoSignupScreen,
    texts: ['signup'],
    source: 'src/features/entry/signup/auto-signup-screen.tsx',
    hero: true,
  },
  find: {
    load: async () => (await import('../features/discovery/search/find-screen.tsx')).FindScreen,
    texts: ['find', 'people'],
    source: 'src/features/discovery/search/find-screen.tsx',
  },
  match: {
    load: async () => (await import('../features/discovery/deck/match-screen.tsx')).MatchScreen,
    texts: ['match', 'people'],
    source: 'src/features/discovery/deck/match-screen.tsx',
  },
  person: {
    load: async () => (await import('../features/people/person-screen.tsx')).PersonScreen,
    texts: ['person', 'people'],
    source: 'src/features/people/person-screen.tsx',
  },
  notifications: {
    load: async () =>
      (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
    texts: ['notifications', 'people'],
    source: 'src/features/notifications/notifications-screen.tsx',
  },
  chats: {
    load: async () => (await import('../features/chat/chats-screen.tsx')).ChatsScreen,
    texts: ['chats', 'chat', 'people'],
    source: 'src/features/chat/chats-screen.tsx',
  },
  profile: {
    load: async () => (await import('../features/account/profile-screen.tsx')).ProfileScreen,
    texts: ['profile'],
    source: 'src/features/account/profile-screen.tsx',
  },
  plans: {
    load: async () => (await import('../features/billing/plans/plans-screen.tsx')).PlansScreen,
    texts: ['plans'],
    source: 'src/features/billing/plans/plans-screen.tsx',
  },
  pay: {
    load: async () => (await import('../features/billing/pay/pay-screen.tsx')).PayScreen,
    texts: ['pay'],
    source: 'src/features/billing/pay/pay-screen.tsx',
  },
  methods: {
    load: async () => (await import('../features/billing/pay/methods-screen.tsx')).MethodsScreen,
    texts: ['pay'],
    source: 'src/features/billing/pay/methods-screen.tsx',
  },
  paid: {
    load: async () => (await import('../features/billing/pay/paid-screen.tsx')).PaidScreen,
    texts: ['pay'],
    source: 'src/features/billing/pay/paid-screen.tsx',
  },
  notPaid: {
    load: async () => (await import('../features/billing/pay/not-paid-screen.tsx')).NotPaidScreen,
    texts: ['pay'],
    source: 'src/features/billing/pay/not-paid-screen.tsx',
  },
  paymentCheck: {
    load: async () => (await import('../features/billing/pay/payment-check-screen.tsx')).PaymentCheckScreen,
    texts: ['pay'],
    source: 'src/features/billing/pay/payment-check-screen.tsx',
  },
  unsubscribe: {
    load: async () => (await import('../features/public/unsubscribe-screen.tsx')).UnsubscribeScreen,
    texts: ['account'],
    source: 'src/features/public/unsubscribe-screen.tsx',
  },
  contact: {
    load: async () => (await import('../features/public/contact-screen.tsx')).ContactScreen,
    texts: ['pages'],
    source: 'src/features/public/contact-screen.tsx',
  },
  legal: {
    load: async () => (await import('../features/public/legal-screen.tsx')).LegalScreen,
    texts: [],
    source: 'src/features/public/legal-screen.tsx',
  },
  offline: {
    load: async () => (await import('../features/public/offline-screen.tsx')).OfflineScreen,
    texts: [],
    source: 'src/features/public/offline-screen.tsx',
  },
  coming: {
    load: async () => (await import('../features/public/coming-screen.tsx')).ComingScreen,
    texts: ['pages'],
    source: 'src/features/public/coming-screen.tsx',
  },
};

const loaded = new Map<ScreenName, ComponentType>();
const lazily = new Map<ScreenName, LazyExoticComponent<ComponentType>>();

/** Fetches a screen ahead, so that it shows without waiting. */
export async function preloadScreen(name: ScreenName): Promise<void> {
  loaded.set(name, await screens[name].load());
}

/** The screen itself where it is there already, else one that waits for it. */
export function renderScreen(name: ScreenName): ReactElement {
  const known = loaded.get(name) ?? lazily.get(name);
  if (known) return createElement(known);
  const waiting = lazy(async () => ({ default: await loadOrReload(name) }));
  lazily.set(name, waiting);
  return createElement(waiting);
}

async function loadOrReload(name: ScreenName): Promise<ComponentType> {
  try {
    return await screens[name].load();
  } catch (error) {
    // The next attempt must ask again, not remember the failure.
    lazily.delete(name);
    if (reloadForNewVersion()) return new Promise(() => undefined);
    throw error;
  }
}
