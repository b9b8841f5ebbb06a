/** What operators see of the words of their brands: ours beside theirs, as they look, and sent to themselves for a try. */

import { z } from 'zod';
import { LEGAL_PAGES, LEGAL_TEXT_LONGEST, legalEdition, legalModes } from '../brand/legal.ts';
import { TEXTS_MOST, TEXT_LONGEST, textChannel, textKey, textLocks } from '../brand/texts.ts';
import { LANGUAGES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, language } from '../kernel/fields.ts';
import { code, word, writing } from '../kernel/text.ts';

const staff = { host: 'staff', access: 'staff', right: 'brands.edit' } as const;
const brand = code(32).min(1);
const at = z.object({ brand });

const tokens = z.array(z.string().max(40)).max(20);
const said = z.string().max(TEXT_LONGEST);

export const listTexts = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/texts/:channel',
  summary:
    'Every text of a channel in our words, with what must stand in it, how long it may be, and why some stay as they are.',
  params: at.extend({ channel: textChannel }),
  reply: z.object({
    texts: z
      .array(
        z.object({
          key: z.string().max(100),
          lock: z.enum(textLocks).nullable(),
          limit: z.int(),
          ours: z.partialRecord(language, said),
          tokens: z.partialRecord(language, tokens),
        }),
      )
      .max(TEXTS_MOST),
  }),
  errors: [],
});
export type ListedText = z.output<typeof listTexts.reply>['texts'][number];

/** Words as they stand in the form, in one language. What is not among them is said in ours. */
const triedWords = z.array(z.object({ key: textKey, text: writing(TEXT_LONGEST) })).max(60);

const tried = z.object({ template: word(40, /^[a-z_]+$/), language, words: triedWords });

export const previewMail = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/mail-preview',
  summary: 'A mail on the brand’s real template, with made-up data and words that need not be published.',
  params: at,
  body: tried,
  reply: z.object({
    subject: z.string().max(300),
    html: z.string().max(200_000),
    text: z.string().max(50_000),
  }),
  errors: ['brand.invalid'],
});

export const sendTestMail = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/test-mail',
  summary:
    'Sends such a mail to the caller’s own address, by the way that all mails go. Its subject says that it is a test.',
  params: at,
  body: tried,
  reply: z.object({ to: emailText }),
  errors: ['brand.invalid'],
});

export const previewNotifications = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/notification-preview',
  summary:
    'What push messages and the Telegram bot would say of made-up events, in words that need not be published.',
  params: at,
  body: z.object({ language, push: triedWords, telegram: triedWords }),
  reply: z.object({
    push: z.array(z.object({ title: z.string().max(300), body: z.string().max(2_000) })).max(20),
    telegram: z.object({
      news: z.string().max(2_500),
      button: z.string().max(200),
      answers: z.array(z.string().max(2_000)).max(10),
    }),
  }),
  errors: ['brand.invalid'],
});

export const readLegalPage = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/legal-pages/:page/:language',
  summary:
    'A legal page for those who edit it: our text with the brand’s facts, what of it always stays, which facts may be named, and what was in force when.',
  params: at.extend({ page: z.enum(LEGAL_PAGES), language: z.enum(LANGUAGES) }),
  reply: z.object({
    replaceable: z.boolean(),
    /** Our text; and what of it stays below an operator's own. */
    ours: z.string().max(200_000),
    stays: z.string().max(200_000),
    facts: z.array(z.object({ name: z.string().max(40), value: z.string().max(2_000) })).max(60),
    editions: z
      .array(
        z.object({
          edition: legalEdition,
          mode: z.enum(legalModes),
          consentAgain: z.boolean(),
          inForce: z.boolean(),
        }),
      )
      .max(200),
  }),
  errors: [],
});

export const previewLegalPage = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/legal-preview',
  summary: 'A legal page as members would read it, with a text that need not be published.',
  params: at,
  body: z.object({
    language,
    page: z.enum(LEGAL_PAGES),
    mode: z.enum(legalModes),
    /** In the language in which it is shown. */
    text: writing(LEGAL_TEXT_LONGEST),
  }),
  reply: z.object({ html: z.string().max(300_000) }),
  errors: ['brand.invalid'],
});

export const countTermsConsents = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/terms-consents',
  summary:
    'How many members have agreed to the terms as they are, and how many will be asked at their next visit.',
  params: at,
  reply: z.object({
    edition: legalEdition,
    agreed: z.int().min(0),
    /** Agreed to an earlier text that still counts. */
    counted: z.int().min(0),
    toAsk: z.int().min(0),
  }),
  errors: [],
});
