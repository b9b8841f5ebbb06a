import type { Screen } from './route.ts';

/** The code of every page that only members see, each fetched when it is first shown. No server renders them. */
export const memberScreens = {
  match: {
    load: async () => (await import('#site/features/discovery/deck/match-screen.tsx')).MatchScreen,
    texts: ['match', 'people', 'meeting'],
    skeleton: 'deck',
  },
  chats: {
    load: async () => (await import('#site/features/chat/chats-screen.tsx')).ChatsScreen,
    texts: ['chats', 'chat', 'people'],
    skeleton: 'chats',
  },
  plans: {
    load: async () => (await import('#site/features/billing/plans/plans-screen.tsx')).PlansScreen,
    texts: ['plans', 'popups', 'spending'],
    skeleton: 'plans',
  },
  paymentCheck: {
    load: async () =>
      (await import('#site/features/billing/pay/payment-check-screen.tsx')).PaymentCheckScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  find: {
    load: async () => (await import('#site/features/discovery/search/find-screen.tsx')).FindScreen,
    texts: ['find', 'people', 'meeting'],
    skeleton: 'people',
  },
  notifications: {
    load: async () =>
      (await import('#site/features/notifications/notifications-screen.tsx')).NotificationsScreen,
    texts: ['notifications', 'people'],
  },
  person: {
    load: async () => (await import('#site/features/people/person-screen.tsx')).PersonScreen,
    texts: ['person', 'people', 'details', 'prompts', 'interests', 'meeting'],
    skeleton: 'person',
  },
  profile: {
    load: async () => (await import('#site/features/account/profile-screen.tsx')).ProfileScreen,
    texts: ['profile', 'decisions', 'introduction', 'details', 'meeting'],
    skeleton: 'profile',
  },
  introduction: {
    load: async () =>
      (await import('#site/features/account/introduction/introduction-screen.tsx')).IntroductionScreen,
    texts: ['introduction', 'details', 'profile', 'prompts', 'interests', 'signup'],
    skeleton: 'form',
  },
  verification: {
    load: async () =>
      (await import('#site/features/account/verification/verification-screen.tsx')).VerificationScreen,
    texts: ['verification', 'people'],
    skeleton: 'form',
  },
  safety: {
    load: async () => (await import('#site/features/account/safety/safety-screen.tsx')).SafetyScreen,
    texts: ['safety', 'profile', 'people'],
    skeleton: 'form',
  },
  pay: {
    load: async () => (await import('#site/features/billing/pay/pay-screen.tsx')).PayScreen,
    texts: ['pay'],
    skeleton: 'pay',
  },
  paymentMethods: {
    load: async () => (await import('#site/features/billing/pay/methods-screen.tsx')).MethodsScreen,
    texts: ['pay'],
  },
  paid: {
    load: async () => (await import('#site/features/billing/pay/paid-screen.tsx')).PaidScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  notPaid: {
    load: async () => (await import('#site/features/billing/pay/not-paid-screen.tsx')).NotPaidScreen,
    texts: ['pay'],
    skeleton: 'form',
  },
  activeNotifications: {
    load: async () =>
      (await import('#site/features/notifications/active-notifications-screen.tsx'))
        .ActiveNotificationsScreen,
    texts: ['activeNotifications'],
    skeleton: 'form',
  },
} as const satisfies Record<string, Screen>;
