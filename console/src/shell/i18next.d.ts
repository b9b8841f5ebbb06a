import 'i18next';
import type errors from '../../../contract/locales/it.json';
import type account from '../locales/it/account.json';
import type audit from '../locales/it/audit.json';
import type board from '../locales/it/board.json';
import type books from '../locales/it/books.json';
import type composer from '../locales/it/composer.json';
import type conversations from '../locales/it/conversations.json';
import type jobs from '../locales/it/jobs.json';
import type members from '../locales/it/members.json';
import type moderation from '../locales/it/moderation.json';
import type outbox from '../locales/it/outbox.json';
import type overview from '../locales/it/overview.json';
import type payments from '../locales/it/payments.json';
import type people from '../locales/it/people.json';
import type postbacks from '../locales/it/postbacks.json';
import type providers from '../locales/it/providers.json';
import type reviews from '../locales/it/reviews.json';
import type sanctions from '../locales/it/sanctions.json';
import type shell from '../locales/it/shell.json';
import type snippets from '../locales/it/snippets.json';
import type tickets from '../locales/it/tickets.json';

interface Texts {
  account: typeof account;
  audit: typeof audit;
  board: typeof board;
  books: typeof books;
  composer: typeof composer;
  conversations: typeof conversations;
  errors: typeof errors;
  jobs: typeof jobs;
  moderation: typeof moderation;
  members: typeof members;
  outbox: typeof outbox;
  overview: typeof overview;
  payments: typeof payments;
  people: typeof people;
  postbacks: typeof postbacks;
  providers: typeof providers;
  reviews: typeof reviews;
  sanctions: typeof sanctions;
  shell: typeof shell;
  snippets: typeof snippets;
  tickets: typeof tickets;
}

export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Texts;
  }
}
