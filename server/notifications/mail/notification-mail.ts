/** What a mail says of the events while a member was away. */

import type { Language } from '#contract/kernel/constants.ts';
import { isAbout, notificationKinds, reactionKinds } from '#contract/notification/kinds.ts';
import type { MailKind } from '#contract/notification/mail-removal.ts';
import type { PersonLine } from '#server/mails/layout.ts';
import { fill, mailWordsOf, plainName, words } from '#server/mails/templates.ts';
import type { DataOf } from '#server/mails/templates.ts';
import { pluralOf } from '#server/platform/texts.ts';
import type { PluralForms } from '#server/platform/texts.ts';
import { writeAccountNews } from '../account-news.ts';
import type { Sender, NotificationContent } from '../channel.ts';

/** The template and what it needs, apart from the addresses. */
type Composed =
  | { template: 'new_message'; data: Omit<DataOf<'new_message'>, 'link'> }
  | { template: 'new_reactions'; data: Omit<DataOf<'new_reactions'>, 'link'> }
  | { template: 'notice'; data: Omit<DataOf<'notice'>, 'link'> };

interface NotificationMail {
  mail: Composed;
  /** The page of the site that it is about. */
  path: string;
  /** What its link to stop them stops. One mail is about likes and visits alike, so its link is for both. */
  kinds: readonly MailKind[];
}

export function composeMail(content: NotificationContent): NotificationMail {
  const { kind, brand, language, senders, total } = content;
  const said = mailWordsOf(brand, language);
  const { page } = notificationKinds[kind];
  if (isAbout(kind, 'account')) {
    const { title: what, text } = writeAccountNews(content, kind);
    return { mail: { template: 'notice', data: { what, text } }, path: page, kinds: [kind] };
  }
  const [first] = senders;
  if (isAbout(kind, 'conversation')) {
    const { phrases } = said.new_message;
    const line = ({ unread, words: beginning }: Sender) => ({
      detail: inWords(language, phrases.unread, unread),
      words: beginning ?? undefined,
    });
    return {
      mail: {
        template: 'new_message',
        data: describeSenders(language, { senders, total, said: phrases, line }),
      },
      path: total === 1 && first ? `${page}/${first.profileId}` : page,
      kinds: [kind],
    };
  }
  const { phrases, single, did } = said.new_reactions;
  const line = (sender: Sender) => (sender.did === undefined ? {} : { detail: did[sender.did] });
  return {
    mail: {
      template: 'new_reactions',
      data: describeSenders(language, {
        senders,
        total,
        said: { ...phrases, single: single[first?.did ?? 'visited'] },
        line,
      }),
    },
    path: page,
    kinds: reactionKinds,
  };
}

interface Phrases {
  /** Of one, who is named. */
  single: string;
  total: PluralForms;
  more: PluralForms;
}

function describeSenders(
  language: Language,
  {
    senders,
    total,
    said,
    line,
  }: Pick<NotificationContent, 'senders' | 'total'> & {
    said: Phrases;
    line: (sender: Sender) => Pick<PersonLine, 'detail' | 'words'>;
  },
) {
  const [first] = senders;
  const what =
    total === 1 && first
      ? fill(said.single, { name: namedAsIs(language, first) })
      : inWords(language, said.total, total);
  const people = senders.map((sender) => ({
    name: sender.screenName,
    label: labelOf(language, sender),
    ...line(sender),
  }));
  const rest = total - senders.length;
  const more = rest > 0 ? inWords(language, said.more, rest) : '';
  return { what, people, more };
}

/** No reader takes a profile of ours for a private person, also in a subject. */
function namedAsIs(language: Language, sender: Sender): string {
  const label = labelOf(language, sender);
  const name = plainName(sender.screenName);
  return label === undefined ? name : `${name} (${label})`;
}

function labelOf(language: Language, { kind }: Sender): string | undefined {
  return kind === 'member' ? undefined : words[language].new_message.labels[kind];
}

function inWords(language: Language, forms: PluralForms, number: number): string {
  const { text, count } = pluralOf(language, forms, number);
  return fill(text, { count });
}
