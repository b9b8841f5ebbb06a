import type { Screen } from './route.ts';

/** The code of every page that a visitor may see, each fetched when it is first shown. A server renders them. */
export const screens = {
  home: {
    load: async () => (await import('#site/features/entry/landing/landing-screens.tsx')).HomeScreen,
    texts: ['home'],
    skeleton: 'form',
    hero: true,
  },
  /** What a visitor sees where a member's page would be. */
  entry: {
    load: async () => (await import('#site/features/entry/landing/landing-screens.tsx')).EntryScreen,
    texts: [],
    skeleton: 'form',
    hero: true,
  },
  trust: {
    load: async () => (await import('#site/features/public/trust-screen.tsx')).TrustScreen,
    texts: ['trust'],
    skeleton: 'text',
  },
  legal: {
    load: async () => (await import('#site/features/public/legal-screen.tsx')).LegalScreen,
    texts: ['legal'],
    skeleton: 'text',
  },
  autoSignUp: {
    load: async () => (await import('#site/features/entry/signup/auto-signup-screen.tsx')).AutoSignupScreen,
    texts: ['signup'],
    skeleton: 'form',
    hero: true,
  },
  googleReturn: {
    load: async () => (await import('#site/features/entry/login/google-screen.tsx')).GoogleScreen,
    texts: ['account'],
    skeleton: 'form',
    hero: true,
  },
  login: {
    load: async () => (await import('#site/features/entry/login/login-screen.tsx')).LoginScreen,
    texts: [],
    skeleton: 'form',
  },
  forgotPassword: {
    load: async () => (await import('#site/features/entry/login/password-screens.tsx')).ForgotScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  resetPassword: {
    load: async () => (await import('#site/features/entry/login/password-screens.tsx')).ResetScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  autologin: {
    load: async () => (await import('#site/features/entry/login/link-screens.tsx')).AutologinScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  confirmEmail: {
    load: async () => (await import('#site/features/entry/login/link-screens.tsx')).ConfirmScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  externalSignUp: {
    load: async () => (await import('#site/features/entry/login/link-screens.tsx')).ExternalScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  unsubscribe: {
    load: async () => (await import('#site/features/public/unsubscribe-screen.tsx')).UnsubscribeScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  appeal: {
    load: async () => (await import('#site/features/public/appeal-screen.tsx')).AppealScreen,
    texts: ['decisions', 'errors'],
    skeleton: 'form',
  },
  ticket: {
    load: async () => (await import('#site/features/public/ticket-screen.tsx')).TicketScreen,
    texts: ['pages', 'errors'],
    skeleton: 'form',
  },
  contact: {
    load: async () => (await import('#site/features/public/contact-screen.tsx')).ContactScreen,
    texts: ['pages'],
    skeleton: 'text',
  },
  notFound: {
    load: async () => (await import('#site/features/public/not-found-screen.tsx')).NotFoundScreen,
    texts: [],
    skeleton: 'text',
  },
  offline: {
    load: async () => (await import('#site/features/public/offline-screen.tsx')).OfflineScreen,
    texts: [],
    skeleton: 'text',
  },
} as const satisfies Record<string, Screen>;
