import type { User } from '../../../contract/account/user.ts';
import type { Boot } from '../../../contract/brand/boot.ts';

const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: 'sample',
} as const;

/** A boot object for tests, with its hosts on one address. */
export function sampleBoot(origin = 'http://localhost', flow: Partial<Boot['flow']> = {}): Boot {
  return {
    brand: {
      key: 'lunaria',
      title: 'Lunaria',
      tagline: 'Una sera, una voce gentile.',
      description: 'Persone che hanno voglia di parlare.',
      year: 2026,
      country: 'it',
      countryWords: { whole: "tutta l'Italia", within: 'in Italia' },
      logo: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      company: { name: 'Lunaria Demo', address: 'Via dei Glicini 7, Roma', vat: 'IT00000000000' },
      support: { email: 'ciao@lunaria.example', phone: '+39 06 0000' },
      domain: 'lunaria.example',
      theme: { color: '#e8713f', portraitShape: 'arch', hero: 'dusk' },
      heroPictures: [],
      defaultFlow: '7',
      descriptor: 'LUNARIA',
      paymentCompany: 'demo',
      photoFolders: { female: 'f', male: 'm' },
      photoHost: origin,
      cookieConsent: null,
      wallet: null,
      payPal: null,
      affiliation: false,
      redirectHosts: [],
      google: false,
      demo: true,
    },
    flow: {
      id: '7',
      freeMessages: 5,
      icebreakerCredits: 3,
      likeCredits: 10,
      messageValue: 10,
      ageVerification: false,
      plans: { plain: [], standard: [], credits: [], verification: [] },
      paywalls: {},
      paymentMethods: ['card'],
      invites: false,
      messages: true,
      vertical: 'dating',
      optIn: 'single',
      freePages: null,
      frameUrl: null,
      ai: false,
      landings: {
        home: {
          headline: 'Una sera, una voce gentile.',
          lead: 'Persone che hanno voglia di parlare.',
          pictures: [],
          steps: ['who', 'place', 'account'],
          blocks: ['people', 'features', 'reviews'],
        },
      },
      pages: [{ find: { quickLook: { toProfile: false, toChat: false } } }],
      ...flow,
    },
    hosts: {
      api: `${origin}/api`,
      payment: `${origin}/pay`,
      dispenser: `${origin}/dispenser`,
      tracker: `${origin}/tracker`,
      cron: `${origin}/cron`,
      socket: `${origin}/socket.io`,
    },
    keys: { api: key, payment: key },
    language: 'it',
  };
}

/** Those of a member who has not paid. */
export function sampleEntitlements(change: Partial<User['entitlements']> = {}): User['entitlements'] {
  return {
    messageCost: 1,
    likeCost: 1,
    boundToRegion: true,
    searchPages: null,
    receiptsSold: false,
    ...change,
  };
}

export function sampleUser(change: Partial<User> = {}): User {
  return {
    trackerId: 'click-1',
    email: 'marco@example.it',
    emailConfirmed: true,
    screenName: 'Marco',
    region: 'Lazio',
    city: 'Roma',
    flowId: '7',
    premiumLevel: 0,
    photos: [],
    verified: true,
    messageCredits: 5,
    iceBreakerCredits: 3,
    likeCredits: 10,
    messageValue: 10,
    entitlements: sampleEntitlements(),
    about: { gender: 'male', seeks: 'female' },
    language: 'it',
    optIn: 'single',
    gift: null,
    accepted: true,
    hasPassword: true,
    mayChangeEmail: true,
    pendingEmail: null,
    closesAt: null,
    mutedUntil: null,
    customerId: '0198c0de-0000-7000-8000-000000000001',
    cards: [],
    cardOnFile: false,
    remarketingId: null,
    pushToken: null,
    telegramId: null,
    moreInfo: { affiliatePaymentUrl: null },
    messageNews: true,
    likeNews: true,
    visitNews: true,
    ageVerified: false,
    hasBought: false,
    profileStatus: 'visible',
    review: { refusal: null, change: 'none', changeRefusal: null, automatic: false },
    ...change,
  };
}
