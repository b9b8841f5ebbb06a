import 'i18next';
import type popups from '#contract/brand/popups/locales/it.json';
import type errors from '#contract/locales/it.json';
import type notificationKinds from '#contract/notification/locales/it.json';
import type interests from '#contract/profile/interests/locales/it.json';
import type details from '#contract/profile/locales/it.json';
import type prompts from '#contract/profile/prompts/locales/it.json';
import type account from '#site/locales/it/account.json';
import type activeNotifications from '#site/locales/it/activeNotifications.json';
import type chat from '#site/locales/it/chat.json';
import type chats from '#site/locales/it/chats.json';
import type decisions from '#site/locales/it/decisions.json';
import type find from '#site/locales/it/find.json';
import type home from '#site/locales/it/home.json';
import type introduction from '#site/locales/it/introduction.json';
import type legal from '#site/locales/it/legal.json';
import type match from '#site/locales/it/match.json';
import type meeting from '#site/locales/it/meeting.json';
import type meta from '#site/locales/it/meta.json';
import type notifications from '#site/locales/it/notifications.json';
import type pages from '#site/locales/it/pages.json';
import type pay from '#site/locales/it/pay.json';
import type people from '#site/locales/it/people.json';
import type person from '#site/locales/it/person.json';
import type plans from '#site/locales/it/plans.json';
import type profile from '#site/locales/it/profile.json';
import type safety from '#site/locales/it/safety.json';
import type shell from '#site/locales/it/shell.json';
import type signup from '#site/locales/it/signup.json';
import type spending from '#site/locales/it/spending.json';
import type trust from '#site/locales/it/trust.json';
import type verification from '#site/locales/it/verification.json';

interface Texts {
  notificationKinds: typeof notificationKinds;
  account: typeof account;
  activeNotifications: typeof activeNotifications;
  chat: typeof chat;
  chats: typeof chats;
  decisions: typeof decisions;
  details: typeof details;
  errors: typeof errors;
  find: typeof find;
  home: typeof home;
  interests: typeof interests;
  introduction: typeof introduction;
  legal: typeof legal;
  match: typeof match;
  meeting: typeof meeting;
  meta: typeof meta;
  notifications: typeof notifications;
  pages: typeof pages;
  pay: typeof pay;
  people: typeof people;
  person: typeof person;
  plans: typeof plans;
  popups: typeof popups;
  profile: typeof profile;
  prompts: typeof prompts;
  safety: typeof safety;
  shell: typeof shell;
  signup: typeof signup;
  spending: typeof spending;
  trust: typeof trust;
  verification: typeof verification;
}

export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Texts;
  }
}
