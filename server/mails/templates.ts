import { join } from 'node:path';
import { z } from 'zod';
import type { Language } from '#contract/kernel/constants.ts';
import type { Brand } from '#server/platform/platform.ts';
import { inOwnWords, readTexts } from '#server/platform/texts.ts';
import type { PersonLine } from './layout.ts';
import en from './locales/en.json' with { type: 'json' };
import { addressToMake } from './mail-links.ts';
import type { LinkToMake, MailLink } from './mail-links.ts';

export const words = readTexts(join(import.meta.dirname, 'locales'), en);

/** The words of mails as a brand says them. */
export function mailWordsOf({ words: own }: Pick<Brand, 'words'>, language: Language, tried?: TriedWords) {
  return inOwnWords(words[language], tried ?? own.mail?.[language]);
}

/** Puts the fields where their names stand in braces. A name without a field is a mistake of ours. */
export function fill(text: string, fields: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    if (value === undefined) throw new Error(`no field ${name} for a mail`);
    return value;
  });
}

/** The data that each template needs. A link with a token is what it will be made of, never an address. */
interface TemplateData {
  confirm_email: { link: LinkToMake; screenName: string };
  reset_password: { link: LinkToMake; validMinutes: number };
  autologin: { link: LinkToMake };
  /** Goes to an address that shall take the place of the account's. */
  confirm_new_email: { link: LinkToMake; screenName: string };
  /** Goes to the address that was left, and names the new one masked. What has ended with it is words already, if anything has. */
  email_changed: { newEmail: string; ended: string };
  /** The link leads to where another password is asked for. */
  password_changed: { link: string; ended: string };
  /** Everything was ended that opened the account, by another person than its owner. */
  access_ended: { link: string; ended: string };
  passkey_added: { link: string; name: string };
  /** Dates are words already, in the reader's language. */
  account_closing: { date: string; link: string; ended: string };
  /** Until when is words already. */
  account_disabled: { until: string; link: string };
  data_ready: { link: string; date: string };
  /** Goes to the brand's support. The link leads to the console. */
  contact_received: { from: string; message: string; number: number; link: string };
  /** These two go to the writer. The first never repeats the message: any visitor can give any address. */
  contact_acknowledged: { link: LinkToMake; number: number };
  ticket_answered: { link: LinkToMake; number: number; answer: string };
  /** Goes to the writer of a review, with what the brand says to it. */
  review_answered: { link: string; answer: string };
  /** Goes to a person who is to work here, or who needs another password for the console. */
  staff_invitation: { link: LinkToMake; name: string };
  /** To the person who scheduled a publication: it could not begin, or was not taken back. The link leads to the console. */
  schedule_refused: { link: string; note: string };
  schedule_kept: { link: string; note: string };
  /** To support again. The reason is words already; the link leads to the console. */
  report_received: { profileId: string; reason: string; link: string };
  /** Money is words already; the facts are a line each. */
  receipt: { link: string; total: string; plan: string; facts: string };
  refund_receipt: { link: string; total: string; plan: string; facts: string };
  withdrawal_confirmed: { link: string; total: string; plan: string; at: string; facts: string };
  /** These two go to the brand's support. */
  refund_failed: { link: string; total: string; orderId: string; refundId: string };
  refund_unanswered: { link: string; total: string; orderId: string; refundId: string };
  refund_refused: { link: string; total: string; orderId: string };
  /** Dates and money are words already. */
  renewal_notice: { link: string; plan: string; amount: string; date: string };
  renewal_failed: { link: string; plan: string; amount: string; date: string };
  plan_ended: { link: string; plan: string };
  /** What becomes of the plan is a sentence already. */
  plan_left: { link: string; plan: string; what: string };
  /** What was decided on, and why it was refused, are sentences already. */
  moderation_approved: { link: string; what: string };
  moderation_refused: { link: string; what: string; reason: string };
  /** What became of an appeal is a sentence already; the answer is the moderator's own words, if there are any. */
  appeal_allowed: { link: string; what: string; answer: string };
  appeal_upheld: { link: string; what: string; answer: string };
  /** What it means and why are sentences already. The link leads to where one can appeal. */
  sanction_imposed: { link: LinkToMake; what: string; reason: string };
  sanction_ended: { link: string; what: string };
  verification_approved: { link: string };
  verification_refused: { link: string; reason: string };
  /** The first one: the account is ready to be used. */
  welcome: { link: string; screenName: string };
  /** The last one: the account is gone. */
  goodbye: object;
  /** Answers a reader who wants no more mails. */
  unsubscribe_link: { link: LinkToMake };
  /** The event is a sentence already, and so is what is said of each person and of those who are not named. */
  new_message: NewsData;
  new_reactions: NewsData;
  /** The event and what is said of it are sentences already. */
  notice: { link: LinkToMake; what: string; text: string };
}

interface NewsData {
  /** Signs in the reader who follows it. */
  link: LinkToMake;
  what: string;
  people: readonly PersonLine[];
  more: string;
}

export type MailTemplate = keyof TemplateData;
export type DataOf<T extends MailTemplate> = TemplateData[T] & {
  /** Words that are tried out, in the place of the brand's own. */
  words?: TriedWords;
  isTest?: true;
  /** Mails that are not an answer to something the person just did need a way to stop them. */
  unsubscribeLink?: LinkToMake;
  /** Where it is chosen what comes and how often. */
  settingsLink?: string;
};

/** By their keys, such as `welcome.subject`. */
export type TriedWords = Readonly<Record<string, string>>;

/** The same to be read: as it is kept, or with its links made. */
export type ReadableData<T extends MailTemplate> = Readable[T] & {
  words?: TriedWords;
  isTest?: true;
  unsubscribeLink?: MailLink;
  settingsLink?: string;
};
type Readable = { [T in MailTemplate]: WithAnyLink<TemplateData[T]> };
type WithAnyLink<D> = D extends { link: LinkToMake } ? Omit<D, 'link'> & { link: MailLink } : D;

interface MailContent {
  /** For the placeholders in the words. */
  fields: Record<string, string>;
  link?: string;
  /** A person's own words, shown as they were typed, or facts, a line each. */
  quote?: string;
  people?: readonly PersonLine[];
  more?: string;
  /** The link signs in: it is behind the button alone, so that it is not copied to another person. */
  personal?: true;
}

const contents: { [T in MailTemplate]: (data: Readable[T]) => MailContent } = {
  confirm_email: ({ link, screenName }) => ({
    link: webLink(link),
    fields: { screenName: plainName(screenName) },
  }),
  reset_password: ({ link, validMinutes }) => ({
    link: webLink(link),
    fields: { minutes: String(validMinutes) },
  }),
  autologin: ({ link }) => ({ link: webLink(link), fields: {} }),
  confirm_new_email: ({ link, screenName }) => ({
    link: webLink(link),
    fields: { screenName: plainName(screenName) },
  }),
  email_changed: ({ newEmail, ended }) => ({ fields: { newEmail: oneLine(newEmail) }, ...quoteOf(ended) }),
  password_changed: ({ link, ended }) => ({ link: webLink(link), fields: {}, ...quoteOf(ended) }),
  access_ended: ({ link, ended }) => ({ link: webLink(link), fields: {}, ...quoteOf(ended) }),
  passkey_added: ({ link, name }) => ({ link: webLink(link), fields: { name: plainName(name) } }),
  account_closing: ({ date, link, ended }) => ({
    link: webLink(link),
    fields: { date: oneLine(date) },
    ...quoteOf(ended),
  }),
  account_disabled: ({ until, link }) => ({ link: webLink(link), fields: { until: oneLine(until) } }),
  data_ready: ({ link, date }) => ({ link: webLink(link), fields: { date: oneLine(date) } }),
  report_received: ({ profileId, reason, link }) => ({
    link: webLink(link),
    fields: { profileId: oneLine(profileId), reason: oneLine(reason) },
  }),
  staff_invitation: ({ link, name }) => ({ link: webLink(link), fields: { name: plainName(name) } }),
  schedule_refused: ({ link, note }) => ({ link: webLink(link), fields: {}, ...quoteOf(note) }),
  schedule_kept: ({ link, note }) => ({ link: webLink(link), fields: {}, ...quoteOf(note) }),
  receipt: ({ link, total, plan, facts }) => ({
    link: webLink(link),
    fields: { total: oneLine(total), plan: oneLine(plan) },
    quote: manyLines(facts),
  }),
  refund_receipt: ({ link, total, plan, facts }) => ({
    link: webLink(link),
    fields: { total: oneLine(total), plan: oneLine(plan) },
    quote: manyLines(facts),
  }),
  withdrawal_confirmed: ({ link, total, plan, at, facts }) => ({
    link: webLink(link),
    fields: { total: oneLine(total), plan: oneLine(plan), at: oneLine(at) },
    quote: manyLines(facts),
  }),
  refund_failed: describeRefund,
  refund_unanswered: describeRefund,
  refund_refused: ({ link, total, orderId }) => ({
    link: webLink(link),
    fields: { total: oneLine(total), orderId: oneLine(orderId) },
  }),
  renewal_notice: describeRenewal,
  renewal_failed: describeRenewal,
  plan_ended: ({ link, plan }) => ({ link: webLink(link), fields: { plan: oneLine(plan) } }),
  plan_left: ({ link, plan, what }) => ({
    link: webLink(link),
    fields: { plan: oneLine(plan), what: oneLine(what) },
  }),
  moderation_approved: ({ link, what }) => ({ link: webLink(link), fields: { what: oneLine(what) } }),
  moderation_refused: ({ link, what, reason }) => ({
    link: webLink(link),
    fields: { what: oneLine(what), reason: oneLine(reason) },
  }),
  appeal_allowed: describeAppeal,
  appeal_upheld: describeAppeal,
  sanction_imposed: ({ link, what, reason }) => ({
    link: webLink(link),
    fields: { what: oneLine(what), reason: oneLine(reason) },
  }),
  sanction_ended: ({ link, what }) => ({ link: webLink(link), fields: { what: oneLine(what) } }),
  verification_approved: ({ link }) => ({ link: webLink(link), fields: {} }),
  verification_refused: ({ link, reason }) => ({ link: webLink(link), fields: { reason: oneLine(reason) } }),
  welcome: ({ link, screenName }) => ({
    link: webLink(link),
    fields: { screenName: plainName(screenName) },
  }),
  goodbye: () => ({ fields: {} }),
  unsubscribe_link: ({ link }) => ({ link: webLink(link), fields: {} }),
  new_message: describeNews,
  new_reactions: describeNews,
  notice: ({ link, what, text }) => ({
    link: webLink(link),
    fields: { what: oneLine(what), text: oneLine(text) },
    personal: true,
  }),
  contact_received: ({ from, message, number, link }) => ({
    link: webLink(link),
    fields: { from: oneLine(from), number: String(number) },
    quote: manyLines(message),
  }),
  contact_acknowledged: ({ link, number }) => ({ link: webLink(link), fields: { number: String(number) } }),
  ticket_answered: ({ link, number, answer }) => ({
    link: webLink(link),
    fields: { number: String(number) },
    quote: manyLines(answer),
  }),
  review_answered: ({ link, answer }) => ({ link: webLink(link), fields: {}, quote: manyLines(answer) }),
};

function describeNews({ link, what, people, more }: WithAnyLink<NewsData>): MailContent {
  return {
    link: webLink(link),
    fields: { what: oneLine(what) },
    people: people.map(({ name, words: beginning, ...line }) => ({
      ...line,
      name: plainName(name),
      words: beginning === undefined ? undefined : oneLine(beginning),
    })),
    ...(more === '' ? {} : { more: oneLine(more) }),
    personal: true,
  };
}

function describeAppeal({ link, what, answer }: TemplateData['appeal_allowed']): MailContent {
  return { link: webLink(link), fields: { what: oneLine(what) }, ...quoteOf(answer) };
}

function quoteOf(text: string): { quote?: string } {
  const quote = manyLines(text);
  return quote === '' ? {} : { quote };
}

function describeRefund({ link, total, orderId, refundId }: TemplateData['refund_failed']): MailContent {
  return {
    link: webLink(link),
    fields: { total: oneLine(total), orderId: oneLine(orderId), refundId: oneLine(refundId) },
  };
}

function describeRenewal({ link, plan, amount, date }: TemplateData['renewal_notice']): MailContent {
  return {
    link: webLink(link),
    fields: { plan: oneLine(plan), amount: oneLine(amount), date: oneLine(date) },
  };
}

/** Those to people who work here. They are about the person whose id is their `aboutId`. */
export const staffTemplates: readonly MailTemplate[] = [
  'staff_invitation',
  'schedule_refused',
  'schedule_kept',
];

/** To the brand's own people, who read them in our words. */
const toStaff: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  ...staffTemplates,
  'report_received',
  'contact_received',
  'refund_failed',
  'refund_unanswered',
]);

export const mailTemplates = Object.keys(contents) as MailTemplate[];
export const memberTemplates = mailTemplates.filter((template) => !toStaff.has(template));

export function contentOf<T extends MailTemplate>(template: T, data: Readable[T]): MailContent {
  return contents[template](data);
}

const webAddress = z.url({ protocol: /^https?$/ });

/** A link of ours, in the one spelling that a browser gives it. */
export function webLink(link: MailLink): string {
  const address = typeof link === 'string' ? link : addressToMake(link);
  return new URL(webAddress.parse(address)).href;
}

/** Control characters and those that reverse the direction of reading have no place in a line. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .toWellFormed()
    .trim();
}

function manyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .trim();
}

/** Any visitor can sign up with any address, so a name must not become a link in that person's mail. */
export function plainName(name: string): string {
  return oneLine(name)
    .replace(/[/:@\\]|\.(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
