/**
 * Words about money and about ways to be reached elsewhere, in the four languages. Replies of hosts and companions are
 * stopped by any of them, reports are weighed by them, and the receiver of a message is warned of the clear ones.
 */

import type { MessageWarning } from '#contract/chat/messages.ts';
import { holdsPhone } from './cover-phones.ts';
import { matchesAny, pattern, plainText } from './patterns.ts';

const sums = String.raw`(?:soldi|denaro|euros?|€|dinero|pasta|argent|fric|money|cash|dollars?|bonific\w+|ricaric\w+|recargas?|recharges?|transfer\w*|virement|biglietto|billete|billet|ticket|affitto|alquiler|loyer|rent)`;

/** The writer asks for something that is worth money. */
const moneyRequests = [
  pattern`\b(?:manda|invia|presta|ricarica|versa|da|paga|compra)(?:mi|melo|meli)\b.{0,40}${sums}`,
  pattern`\b(?:mi (?:puoi|potresti|riesci a) |puoi |potresti |riesci a )(?:mandar|inviar|prestar|dar|far|pagar|ricaricar|aiutar)(?:mi|e)?\b.{0,40}${sums}`,
  pattern`\b(?:ho bisogno di|mi servono|mi serve|mi mancano)\b.{0,25}(?:soldi|denaro|euro|€)`,
  pattern`\b(?:mandame|enviame|prestame|dame|pagame|ingresame|compra ?me)\b.{0,40}${sums}`,
  pattern`\b(?:me (?:puedes|podrias) |puedes |podrias )(?:mandar|enviar|prestar|dar|pagar|ayudar|ingresar)(?:me)?\b.{0,40}${sums}`,
  pattern`\b(?:necesito|me hacen falta|me faltan)\b.{0,25}(?:dinero|euros?|€)`,
  pattern`\b(?:envoie|envoyez|donne|donnez|prete|pretez|paie|payez|vire|virez)-moi\b.{0,40}${sums}`,
  pattern`\b(?:peux-tu|pouvez-vous|tu peux|vous pouvez|pourrais-tu|pourriez-vous) m[e'] ?(?:envoyer|donner|preter|payer|virer|aider)\b.{0,40}${sums}`,
  pattern`\bj'ai besoin d[e'].{0,25}(?:argent|euros?|€)`,
  pattern`\b(?:send|give|lend|wire|pay|transfer) me\b.{0,40}${sums}`,
  pattern`\b(?:can|could|would) you (?:please )?(?:send|give|lend|wire|pay|help me with)\b.{0,40}${sums}`,
  pattern`\bi need\b.{0,25}(?:money|cash|euros?|€|dollars?)`,
];

/** Ways of sending money that cannot be called back, and what is said before a member is robbed of their savings. */
const moneyChannels = [
  pattern`\b(?:postepay|iban|bizum|western union|moneygram|ria money|paysafe ?card|revolut|gift ?cards?|cart[ae] regalo|buon[oi] (?:regalo|amazon)|tarjetas? (?:de )?regalo|cartes? cadeaux?|steam card|bitcoins?|usdt|binance|crypto\w*|cripto\w*|forex)\b`,
  pattern`\b(?:bonifico|ricarica telefonica|transferencia bancaria|virement bancaire|bank transfer|paypal)\b`,
  // The shape of an account number.
  pattern`\b[a-z]{2}\d{2} ?(?:[a-z0-9]{4} ?){3,7}[a-z0-9]{0,4}\b`,
];

/** What hosts and companions do not speak of at all. */
const moneyWords = [
  pattern`\b(?:mandami|inviami|dammi|regalami|prestami|pagami|ricaricami|fammi un (?:regalo|bonifico))\b`,
  pattern`\b(?:mandame|enviame|dame|regalame|prestame|pagame|hazme un (?:regalo|bizum))\b.{0,40}\b(?:dinero|euros?|regalo|recarga|bizum|tarjeta|transferencia)\b`,
  pattern`\b(?:envoyez|donnez|pretez|offrez|payez)-moi\b.{0,40}\b(?:argent|euros?|cadeau|recharge|carte|virement)\b`,
  pattern`\b(?:send|give|lend|buy|pay) me\b.{0,40}\b(?:money|cash|euros?|dollars?|gift|card|credit|transfer)\b`,
  pattern`\b(?:virement|soldi|dinero|money|argent)\b`,
];

const messengers = String.raw`(?:whats ?app|wathsapp|whatsap|watsapp|wsp|telegram|signal|snapchat|wechat|viber|kik|hangouts)`;
const networks = String.raw`(?:insta(?:gram)?|facebook|fb|messenger|tik ?tok|onlyfans|skype|discord|(?:google )?chat)`;
const invites = String.raw`(?:scrivi(?:mi)?|aggiungi(?:mi)?|cerca(?:mi)?|contatta(?:mi)?|trovami|mi trovi|passa(?:mi|iamo)|spostiamoci|continuiamo|il (?:mio|tuo)|la (?:mia|tua)|hai|dammi|escribe(?:me)?|agrega(?:me)?|busca(?:me)?|contacta(?:me)?|me encuentras|pasa(?:me|mos)|sigamos|mi|tu|tienes|ecris(?:-moi)?|ecrivez-moi|ajoute(?:z)?(?:-moi)?|cherche(?:z)?-moi|contacte(?:z)?-moi|passons|continuons|mon|ton|votre|as-tu|avez-vous|write me|text me|add me|find me|contact me|message me|let's (?:talk|move|go)|my|your|are you on|do you have)`;

/** A number or an address for contact, and not a lucky number. */
const ownNumber = pattern`\b(?:(?:il )?(?:tuo|mio) numero|numero di telefono|la (?:tua|mia) (?:e-?mail|mail)|(?:tu|mi) numero|(?:tu|mi) correo|numero de telefono|(?:votre|ton|mon) numero|(?:votre|ton|mon) (?:adresse )?(?:e-?mail|mail)|(?:your|my) (?:phone )?number|(?:your|my) e-?mail|phone number)\b(?! (?:fortunat|preferit|favorit|de la suerte|prefere|porte|favou?rit))`;

/** Whether the text speaks of such a number: not of any number at all. */
export function namesOwnNumber(text: string): boolean {
  return ownNumber.test(plainText(text));
}

/** The writer leads elsewhere. */
const contactInvites = [pattern`\b${messengers}\b`, pattern`\b${invites}\b.{0,25}\b${networks}\b`, ownNumber];

const contactWords = [
  pattern`\b(?:whatsapp|telegram|instagram|snapchat|facebook|messenger|tiktok|onlyfans|skype|discord)\b`,
];

/** They hold whatever else the sentence says. */
const addresses = /\S@[^\s@]+\.\w{2,}|https?:|www\.|(?<![\w-])[\w-]+\.(?:com|it|es|fr|net|org|me|io)\b/;
/** Without those that a full stop makes where the space after it was forgotten. */
const certainAddresses =
  /\S@[^\s@]+\.\w{2,}|(?:^|[\s:])@[a-z0-9._]{3,30}\b|https?:|www\.|(?<![\w-])[\w-]{2,}\.(?:com|net|org|info|app|link|xyz|ly|site|online|live|club|tv|eu)\b|(?<![\w-])[\w-]{2,}\.(?:it|es|fr|me|io)(?:\/|$|(?=[,;!?)]))/;

const denies =
  /\b(?:non|mai|niente|nessun\w*|nemmeno|senza|no|nunca|tampoco|nada|ningun\w*|sin|ni|ne|n'\w+|pas|jamais|aucune?|not|never|none|without|nor|neither|cannot|\w+n't)\b/;

/** A "no" holds for its own part of the sentence: not for the "let us meet" after the comma. */
const clauseEnds = /[.!?…;:,\n]|\b(?:ma|pero|però|but|mais)\b/;

/** The parts of a sentence that a "no" holds for, and whether there is one. */
export function clausesOf(text: string): { clause: string; denied: boolean }[] {
  return plainText(text)
    .split(clauseEnds)
    .map((clause) => ({ clause, denied: denies.test(clause) }));
}

/** Whether the text speaks of money, or of ways to be reached elsewhere, without saying no to it. */
export function findOffers(text: string): { money: boolean; contact: boolean } {
  const clauses = clausesOf(text)
    .filter(({ denied }) => !denied)
    .map(({ clause }) => clause);
  const speaksOf = (...lists: RegExp[][]) => clauses.some((clause) => matchesAny(clause, lists.flat()));
  return {
    money: speaksOf(moneyRequests, moneyChannels, moneyWords),
    contact: holdsPhone(text) || addresses.test(plainText(text)) || speaksOf(contactInvites, contactWords),
  };
}

/** Loosely what any of the patterns below begins with: nearly every message has none of it and is looked at no further. */
const anySign =
  /[@€]|\d{4}|https?:|www\.|\w\.\w{2}|soldi|denaro|euro|dinero|pasta|argent|fric|money|cash|dollar|biglietto|billet|ticket|affitto|alquiler|loyer|rent|postepay|iban|bizum|western|gram|ria mon|paysafe|revolut|card|regalo|buon[oi] a|cadeau|bitcoin|usdt|binance|cr[iy]pto|forex|bonific|ricaric|recarga|recharge|transf|virement|paypal|ts? ?app|wathsapp|wsp|signal|snap|wechat|viber|kik|hangout|insta|facebook|fb|messenger|tik|onlyfans|skype|discord|chat|n[uú]m[eé]?r|number|mail|correo/i;

/**
 * What the receiver of a message is warned of, where it is beyond doubt. It runs once for each message, before it is
 * stored, and its writer learns nothing of it.
 */
export function warningOf(text: string, hasPhone = holdsPhone(text)): MessageWarning | null {
  if (!hasPhone && !anySign.test(text)) return null;
  const plain = plainText(text);
  const clauses = plain.split(clauseEnds).filter((clause) => !denies.test(clause));
  const speaksOf = (list: RegExp[]) => clauses.some((clause) => matchesAny(clause, list));
  if (speaksOf(moneyRequests) || speaksOf(moneyChannels)) return 'money';
  return hasPhone || certainAddresses.test(plain) || speaksOf(contactInvites) ? 'contact' : null;
}
