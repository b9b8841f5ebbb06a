import 'i18next';
import type account from '#console/locales/it/account.json';
import type audit from '#console/locales/it/audit.json';
import type board from '#console/locales/it/board.json';
import type books from '#console/locales/it/books.json';
import type brands from '#console/locales/it/brands.json';
import type composer from '#console/locales/it/composer.json';
import type conversations from '#console/locales/it/conversations.json';
import type flows from '#console/locales/it/flows.json';
import type imports from '#console/locales/it/imports.json';
import type members from '#console/locales/it/members.json';
import type moderation from '#console/locales/it/moderation.json';
import type outbox from '#console/locales/it/outbox.json';
import type overview from '#console/locales/it/overview.json';
import type payments from '#console/locales/it/payments.json';
import type people from '#console/locales/it/people.json';
import type postbacks from '#console/locales/it/postbacks.json';
import type preview from '#console/locales/it/preview.json';
import type profile from '#console/locales/it/profile.json';
import type profiles from '#console/locales/it/profiles.json';
import type providers from '#console/locales/it/providers.json';
import type publishing from '#console/locales/it/publishing.json';
import type reviews from '#console/locales/it/reviews.json';
import type sanctions from '#console/locales/it/sanctions.json';
import type shell from '#console/locales/it/shell.json';
import type snippets from '#console/locales/it/snippets.json';
import type teams from '#console/locales/it/teams.json';
import type texts from '#console/locales/it/texts.json';
import type tickets from '#console/locales/it/tickets.json';
import type work from '#console/locales/it/work.json';
import type errors from '#contract/locales/it.json';
import type notificationKinds from '#contract/notification/locales/it.json';
import type interests from '#contract/profile/interests/locales/it.json';
import type details from '#contract/profile/locales/it.json';
import type prompts from '#contract/profile/prompts/locales/it.json';

interface Texts {
  notificationKinds: typeof notificationKinds;
  account: typeof account;
  audit: typeof audit;
  board: typeof board;
  books: typeof books;
  brands: typeof brands;
  composer: typeof composer;
  details: typeof details;
  interests: typeof interests;
  prompts: typeof prompts;
  conversations: typeof conversations;
  errors: typeof errors;
  flows: typeof flows;
  imports: typeof imports;
  moderation: typeof moderation;
  members: typeof members;
  outbox: typeof outbox;
  overview: typeof overview;
  payments: typeof payments;
  people: typeof people;
  postbacks: typeof postbacks;
  profile: typeof profile;
  profiles: typeof profiles;
  providers: typeof providers;
  reviews: typeof reviews;
  preview: typeof preview;
  publishing: typeof publishing;
  sanctions: typeof sanctions;
  shell: typeof shell;
  snippets: typeof snippets;
  teams: typeof teams;
  texts: typeof texts;
  tickets: typeof tickets;
  work: typeof work;
}

export type Namespace = keyof Texts;

/** The title of a page stands in the words of its section, under `page`. */
export type PageTitle = {
  [Name in Namespace]: Texts[Name] extends { page: infer Titles }
    ? `${Name}:page.${keyof Titles & string}`
    : never;
}[Namespace];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Texts;
  }
}
