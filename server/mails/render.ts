import type { BrandSettings } from '#contract/brand/brand.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Brand } from '#server/platform/platform.ts';
import { layout } from './layout.ts';
import type { PersonLine } from './layout.ts';
import { contentOf, oneLine, webLink, fill, mailWordsOf, words } from './templates.ts';
import type { MailTemplate, ReadableData } from './templates.ts';

export interface MailToRender<T extends MailTemplate> {
  brand: Pick<Brand, 'settings' | 'theme' | 'words'>;
  language: Language;
  template: T;
  data: ReadableData<T>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** For the header by which mail programs offer to stop such mails. */
  unsubscribeLink: string | undefined;
}

const LONGEST_SUBJECT = 200;

/** Renders the subject alone, and checks the mail's data and texts on the way. */
export function renderSubject<T extends MailTemplate>({
  brand,
  language,
  template,
  data,
}: MailToRender<T>): string {
  const { fields } = contentOf(template, data);
  const said = mailWordsOf(brand, language, data.words)[template];
  return subjectOf(said.subject, { ...fields, title: brand.settings.title }, { language, data });
}

function subjectOf(
  text: string,
  fields: Record<string, string>,
  { language, data }: Pick<MailToRender<MailTemplate>, 'language' | 'data'>,
): string {
  const subject = fill(text, fields);
  // No reader takes a mail with made-up data for one that is true.
  const shown = data.isTest ? fill(words[language].layout.test, { subject }) : subject;
  return oneLine(shown).slice(0, LONGEST_SUBJECT).toWellFormed();
}

/** A mail as the outbox keeps it, or with its links made; undefined once it is sent. */
export function renderKept(
  brand: MailToRender<MailTemplate>['brand'],
  { template, language, data }: { template: string; language: string; data: unknown },
): RenderedMail | undefined {
  if (data === null) return undefined;
  // `queueMails` stored the data together with the name of its template.
  return renderMail({ brand, template, language, data } as MailToRender<MailTemplate>);
}

/** The whole mail in one language: subject, markup, and the same as plain text. */
export function renderMail<T extends MailTemplate>({
  brand: { settings: brand, theme, words: own },
  language,
  template,
  data,
}: MailToRender<T>): RenderedMail {
  const { fields, link, quote, people, more, personal } = contentOf(template, data);
  const said = mailWordsOf({ words: own }, language, data.words)[template];
  const allFields = { ...fields, title: brand.title };
  const say = (text: string) => fill(text, allFields);
  const subject = subjectOf(said.subject, allFields, { language, data });
  const { layout: frame } = words[language];
  const unsubscribeLink = data.unsubscribeLink === undefined ? undefined : webLink(data.unsubscribeLink);
  const body = {
    language,
    brand,
    theme,
    subject,
    preview: say(said.preview),
    heading: say(said.heading),
    text: say(said.text),
    quote,
    people,
    more,
    action:
      link && 'button' in said
        ? { label: say(said.button), link, copyLink: personal ? undefined : frame.copyLink }
        : undefined,
    note: say(said.note),
    footer: footerOf(brand, language),
    settings: data.settingsLink ? { label: frame.settings, link: webLink(data.settingsLink) } : undefined,
    unsubscribe: unsubscribeLink ? { label: frame.unsubscribe, link: unsubscribeLink } : undefined,
  };
  return { subject, html: layout(body), text: plainText(body), unsubscribeLink };
}

function footerOf({ company, support, demo }: BrandSettings, language: Language): string[] {
  const { layout: frame } = words[language];
  return [
    `${company.name} · ${company.address}`,
    fill(frame.vat, { vat: company.vat }),
    fill(frame.support, support),
    ...(demo ? [fill(frame.demo, { company: company.name })] : []),
  ];
}

type Body = Parameters<typeof layout>[0];

function plainText(body: Body): string {
  const { brand, heading, text, quote, people, more, action, note, footer, settings, unsubscribe } = body;
  const parts = [
    heading,
    text,
    quote?.replace(/^/gm, '> '),
    people?.map(plainPerson).join('\n\n'),
    more,
    action && `${action.label}:\n${action.link}`,
    note,
    // Mail programs know this line as the beginning of the signature.
    ['-- ', brand.title, ...footer].join('\n'),
    settings && `${settings.label}: ${settings.link}`,
    unsubscribe && `${unsubscribe.label}: ${unsubscribe.link}`,
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function plainPerson({ name, label, detail, words: beginning }: PersonLine): string {
  const who = [label === undefined ? name : `${name} (${label})`, detail].filter(Boolean).join(' · ');
  return beginning === undefined ? `* ${who}` : `* ${who}\n  ${beginning}`;
}
