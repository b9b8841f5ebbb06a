import 'i18next';
import type errors from '../../../contract/locales/it.json';
import type account from '../locales/it/account.json';
import type activeNotifications from '../locales/it/activeNotifications.json';
import type chat from '../locales/it/chat.json';
import type chats from '../locales/it/chats.json';
import type decisions from '../locales/it/decisions.json';
import type find from '../locales/it/find.json';
import type home from '../locales/it/home.json';
import type legal from '../locales/it/legal.json';
import type match from '../locales/it/match.json';
import type meta from '../locales/it/meta.json';
import type notifications from '../locales/it/notifications.json';
import type pages from '../locales/it/pages.json';
import type pay from '../locales/it/pay.json';
import type people from '../locales/it/people.json';
import type person from '../locales/it/person.json';
import type plans from '../locales/it/plans.json';
import type popups from '../locales/it/popups.json';
import type profile from '../locales/it/profile.json';
import type safety from '../locales/it/safety.json';
import type shell from '../locales/it/shell.json';
import type signup from '../locales/it/signup.json';
import type spending from '../locales/it/spending.json';
import type trust from '../locales/it/trust.json';
import type verification from '../locales/it/verification.json';

interface Texts {
  account: typeof account;
  activeNotifications: typeof activeNotifications;
  chat: typeof chat;
  chats: typeof chats;
  decisions: typeof decisions;
  errors: typeof errors;
  find: typeof find;
  home: typeof home;
  legal: typeof legal;
  match: typeof match;
  meta: typeof meta;
  notifications: typeof notifications;
  pages: typeof pages;
  pay: typeof pay;
  people: typeof people;
  person: typeof person;
  plans: typeof plans;
  popups: typeof popups;
  profile: typeof profile;
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
