import type { Screen } from './route.ts';

/** The code of every page, each fetched when it is first shown. */
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
    texts: ['plans', 'popups', 'spending'],
    skeleton: 'plans',
  },
  paymentCheck: {
    load: async () => (await import('../features/billing/pay/payment-check-screen.tsx')).PaymentCheckScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  trust: {
    load: async () => (await import('../features/public/trust-screen.tsx')).TrustScreen,
    texts: ['trust'],
    skeleton: 'text',
  },
  legal: {
    load: async () => (await import('../features/public/legal-screen.tsx')).LegalScreen,
    texts: ['legal'],
    skeleton: 'text',
  },
  autoSignUp: {
    load: async () => (await import('../features/entry/signup/auto-signup-screen.tsx')).AutoSignupScreen,
    texts: ['signup'],
    skeleton: 'form',
    hero: true,
  },
  googleReturn: {
    load: async () => (await import('../features/entry/login/google-screen.tsx')).GoogleScreen,
    texts: ['account'],
    skeleton: 'form',
    hero: true,
  },
  login: {
    load: async () => (await import('../features/entry/login/login-screen.tsx')).LoginScreen,
    texts: [],
    skeleton: 'form',
  },
  forgotPassword: {
    load: async () => (await import('../features/entry/login/password-screens.tsx')).ForgotScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  resetPassword: {
    load: async () => (await import('../features/entry/login/password-screens.tsx')).ResetScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  autologin: {
    load: async () => (await import('../features/entry/login/link-screens.tsx')).AutologinScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  confirmEmail: {
    load: async () => (await import('../features/entry/login/link-screens.tsx')).ConfirmScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  externalSignUp: {
    load: async () => (await import('../features/entry/login/link-screens.tsx')).ExternalScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  find: {
    load: async () => (await import('../features/discovery/search/find-screen.tsx')).FindScreen,
    texts: ['find', 'people'],
    skeleton: 'people',
  },
  notifications: {
    load: async () =>
      (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
    texts: ['notifications', 'people'],
  },
  person: {
    load: async () => (await import('../features/people/person-screen.tsx')).PersonScreen,
    texts: ['person', 'people'],
    skeleton: 'person',
  },
  profile: {
    load: async () => (await import('../features/account/profile-screen.tsx')).ProfileScreen,
    texts: ['profile', 'decisions'],
    skeleton: 'profile',
  },
  verification: {
    load: async () =>
      (await import('../features/account/verification/verification-screen.tsx')).VerificationScreen,
    texts: ['verification', 'people'],
    skeleton: 'form',
  },
  safety: {
    load: async () => (await import('../features/account/safety/safety-screen.tsx')).SafetyScreen,
    texts: ['safety', 'profile', 'people'],
    skeleton: 'form',
  },
  pay: {
    load: async () => (await import('../features/billing/pay/pay-screen.tsx')).PayScreen,
    texts: ['pay'],
    skeleton: 'pay',
  },
  paymentMethods: {
    load: async () => (await import('../features/billing/pay/methods-screen.tsx')).MethodsScreen,
    texts: ['pay'],
  },
  paid: {
    load: async () => (await import('../features/billing/pay/paid-screen.tsx')).PaidScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  notPaid: {
    load: async () => (await import('../features/billing/pay/not-paid-screen.tsx')).NotPaidScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  unsubscribe: {
    load: async () => (await import('../features/public/unsubscribe-screen.tsx')).UnsubscribeScreen,
    texts: ['account'],
    skeleton: 'form',
  },
  appeal: {
    load: async () => (await import('../features/public/appeal-screen.tsx')).AppealScreen,
    texts: ['decisions', 'errors'],
    skeleton: 'form',
  },
  ticket: {
    load: async () => (await import('../features/public/ticket-screen.tsx')).TicketScreen,
    texts: ['pages', 'errors'],
    skeleton: 'form',
  },
  activeNotifications: {
    load: async () =>
      (await import('../features/notifications/active-notifications-screen.tsx')).ActiveNotificationsScreen,
    texts: ['activeNotifications'],
    skeleton: 'form',
  },
  contact: {
    load: async () => (await import('../features/public/contact-screen.tsx')).ContactScreen,
    texts: ['pages'],
    skeleton: 'text',
  },
  offline: {
    load: async () => (await import('../features/public/offline-screen.tsx')).OfflineScreen,
    texts: [],
    skeleton: 'text',
  },
} as const satisfies Record<string, Screen>;
