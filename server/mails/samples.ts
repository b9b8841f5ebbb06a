/** Made-up data for every template, to look at the mails and to test them. */

import { CURRENCY } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { inOwnWords, pluralOf } from '#server/platform/texts.ts';
import type { PluralForms } from '#server/platform/texts.ts';
import type { PersonLine } from './layout.ts';
import { fill, words } from './templates.ts';
import type { MailTemplate, ReadableData, TriedWords } from './templates.ts';

type Samples = { [T in MailTemplate]: ReadableData<T> };

const orderId = '0190a7a0-0000-7000-8000-000000000001';

/** What people would have written, in their language. */
const writing: Record<Language, { hello: string; question: string; thanks: string }> = {
  it: {
    hello: 'Ciao! Ho visto che anche tu vai in montagna. Qual è l’ultimo rifugio dove hai dormito?',
    question: 'Buonasera,\n\nnon riesco a entrare con la mia password.',
    thanks: 'Hai ragione: la foto va bene.',
  },
  es: {
    hello: '¡Hola! He visto que a ti también te gusta la montaña. ¿Cuál fue tu última ruta?',
    question: 'Buenas tardes:\n\nno consigo entrar con mi contraseña.',
    thanks: 'Tienes razón: la foto está bien.',
  },
  en: {
    hello: 'Hi! I saw that you like the mountains too. Which hut did you last sleep in?',
    question: 'Good evening,\n\nI cannot sign in with my password.',
    thanks: 'You are right: the photo is fine.',
  },
  fr: {
    hello: 'Bonjour ! J’ai vu que vous aimiez aussi la montagne. Quel est votre dernier refuge ?',
    question: 'Bonsoir,\n\nje n’arrive pas à entrer avec mon mot de passe.',
    thanks: 'Vous avez raison : la photo convient.',
  },
};

export function sampleMails(language: Language, link: string, own?: TriedWords): Samples {
  const said = inOwnWords(words[language], own);
  const { hello, question, thanks } = writing[language];
  const on = new Date('2026-06-05T18:00:00Z');
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(on);
  const total = new Intl.NumberFormat(language, { style: 'currency', currency: CURRENCY }).format(19.9);
  const facts = `R-2026-000001\nVIP: ${total}`;
  const paid = { link, total, plan: 'VIP', facts };
  const refund = { link, total, orderId, refundId: '0190a7a0-0000-7000-8000-000000000002' };
  const renewal = { link, plan: 'VIP', amount: total, date };
  const { intro, passkey, messenger } = said.layout.ended;
  const ended = [intro, fill(passkey, { name: 'Chrome, Android' }), messenger].join('\n');
  const { phrases, labels } = said.new_message;
  const inWords = (forms: PluralForms, number: number) => {
    const { text, count } = pluralOf(language, forms, number);
    return fill(text, { count });
  };
  const writers: PersonLine[] = [
    { name: 'Giulia', detail: inWords(phrases.unread, 3), words: hello },
    { name: 'Nora', label: labels.staff, detail: inWords(phrases.unread, 1) },
    { name: 'Stella', label: labels.ai, detail: inWords(phrases.unread, 1), words: hello },
  ];
  return {
    confirm_email: { link, screenName: 'Marco' },
    reset_password: { link, validMinutes: 60 },
    autologin: { link },
    confirm_new_email: { link, screenName: 'Marco' },
    email_changed: { newEmail: 'm•••o@e•••.example', ended },
    password_changed: { link, ended },
    access_ended: { link, ended },
    passkey_added: { link, name: 'Chrome, Android' },
    account_closing: { date, link, ended: '' },
    account_disabled: { until: fill(said.account_disabled.phrases.date, { date }), link },
    data_ready: { link, date },
    staff_invitation: { link, name: 'Ada' },
    schedule_refused: { link, note: thanks },
    schedule_kept: { link, note: thanks },
    report_received: { profileId: orderId, reason: said.report_received.reasons.fake, link },
    contact_received: { from: 'anna@mail.example', message: question, number: 10_042, link },
    contact_acknowledged: { link, number: 10_042 },
    ticket_answered: { link, number: 10_042, answer: thanks },
    review_answered: { link, answer: thanks },
    receipt: paid,
    refund_receipt: paid,
    withdrawal_confirmed: { ...paid, at: date },
    refund_failed: refund,
    refund_unanswered: refund,
    refund_refused: { link, total, orderId },
    renewal_notice: renewal,
    renewal_failed: renewal,
    plan_ended: { link, plan: 'VIP' },
    plan_left: { link, plan: 'VIP', what: fill(said.plan_left.ends.later, { date }) },
    moderation_approved: { link, what: said.moderation_approved.verdicts.photo },
    moderation_refused: {
      link,
      what: said.moderation_refused.verdicts.photo,
      reason: said.moderation_refused.reasons.unclear,
    },
    appeal_allowed: { link, what: said.appeal_allowed.verdicts.photo, answer: thanks },
    appeal_upheld: { link, what: said.appeal_upheld.verdicts.photo, answer: '' },
    sanction_imposed: {
      link,
      what: said.sanction_imposed.kinds.warning,
      reason: said.sanction_imposed.reasons.offensive,
    },
    sanction_ended: { link, what: said.sanction_ended.kinds.mute },
    verification_approved: { link },
    verification_refused: { link, reason: said.verification_refused.reasons.unclear },
    welcome: { link, screenName: 'Marco' },
    goodbye: {},
    unsubscribe_link: { link },
    new_message: { link, what: inWords(phrases.total, 5), people: writers, more: inWords(phrases.more, 2) },
    new_reactions: {
      link,
      what: inWords(said.new_reactions.phrases.total, 3),
      people: writers.map(({ name, label }, place) => ({
        name,
        label,
        detail: place === 0 ? said.new_reactions.did.both : said.new_reactions.did.visited,
      })),
      more: '',
    },
    notice: { link, what: inWords(phrases.unread, 5), text: thanks },
  };
}

/** Of those that a member can refuse, with the lines below them. */
const refusable = new Set<MailTemplate>(['new_message', 'new_reactions', 'notice']);

/** The sample as it is sent. */
export function sampleMail<T extends MailTemplate>(
  template: T,
  language: Language,
  origin: string,
  own?: TriedWords,
): ReadableData<T> {
  const data: ReadableData<T> = sampleMails(language, `${origin}/find`, own)[template];
  if (!refusable.has(template)) return data;
  return { ...data, settingsLink: `${origin}/profile`, unsubscribeLink: `${origin}/unsubscribe` };
}
