import type { Area } from './area.ts';

/** The rooms of what runs in browsers. `rooms.ts` lists them with those of the server. */

export const site: Area = {
  folder: 'site/src',
  uses: ['contract', 'packages'],
  open: {},
  apart: [],
  rooms: {
    locales: { does: 'the words, in a folder a language' },
    lib: { does: 'knows nothing of the product' },
    shell: { does: 'serves every feature: session, calls, paths, texts' },
    'features/people': { does: 'how people are shown' },
    'features/billing': { does: 'plans, payments, the own plan' },
    'features/notifications': { does: 'settings, devices, what is new' },
    'features/entry': { does: 'landings, sign-up, sign-in' },
    'features/account': { does: 'the own account and profile' },
    'features/chat': { does: 'conversations' },
    'features/discovery': { does: 'deck, search, likes and visits' },
    'features/public': { does: 'pages without a session' },
    gallery: { does: 'every part, for those who draw' },
    app: { does: 'puts the features together' },
    preview: { does: 'the app over made-up answers, for the frame in the console' },
    testing: { does: 'pages for tests of parts' },
  },
};

export const staffApp: Area = {
  folder: 'console/src',
  uses: ['contract', 'packages'],
  open: {},
  apart: [],
  rooms: {
    locales: { does: 'the words, in a folder a language' },
    shell: { does: 'serves every feature: session, calls, paths, texts' },
    'features/sign-in': { does: 'sign-in and the second factor' },
    'features/alerts': { does: 'sounds and marks of what waits' },
    'features/account': { does: 'the own account and its passkeys' },
    'features/audit': { does: 'who did what' },
    'features/board': { does: 'hosts at work' },
    'features/books': { does: 'days of the providers and of the bank' },
    'features/work': { does: 'background work' },
    'features/outbox': { does: 'mails as they were sent' },
    'features/people': { does: 'the staff and their roles' },
    'features/publishing': { does: 'drafts of a brand’s parts: saved, compared, published, taken back' },
    'features/flows': { does: 'flows and plans of a brand, and walks through them' },
    'features/brands': { does: 'brands: made, and edited with a live preview' },
    'features/postbacks': { does: 'what advertisers were notified of' },
    'features/providers': { does: 'their state and their switches' },
    'features/reviews': { does: 'what members say of the product' },
    'features/texts': { does: 'what a brand says in words of its own, and its legal pages' },
    'features/snippets': { does: 'texts that hosts reuse' },
    'features/conversations': { does: 'the desk of the hosts' },
    'features/tickets': { does: 'what members ask' },
    'features/payments': { does: 'payments, refunds, figures, tax' },
    'features/sanctions': { does: 'what was imposed, and the dialog that imposes it' },
    'features/members': { does: 'search, and a page a member' },
    'features/profiles': { does: 'profiles that hosts or a companion answer for, and their imports' },
    'features/teams': { does: 'which hosts answer for which profiles' },
    'features/moderation': { does: 'one queue, one page a case' },
    'features/overview': { does: 'what waits for a person, and how everything stands' },
    app: { does: 'puts the features together' },
    testing: { does: 'pages for tests of parts' },
  },
};

export const packages: Area = {
  folder: 'packages',
  uses: ['contract'],
  open: {},
  apart: [],
  rooms: {
    client: { does: 'the connection: calls, socket, storage, texts' },
    ui: { does: 'parts of pages' },
  },
};
