import { holdsPhone } from '../cover-phones.ts';
import { matchesAny, plainText, soundsUnderage } from './signs.ts';

type Fault = 'human' | 'meeting' | 'money' | 'contact' | 'minor' | 'garbage';

const patterns = (...sources: string[]) => sources.map((source) => new RegExp(source));

/** That it is somebody, or that it is not a machine. */
const human = patterns(
  String.raw`(?<!\b(?:non|mica|che) )\bsono (?:anch'io |proprio |davvero |solo )?(?:uman[oa]|reale|vero|vera|(?:una|un)(?: \w+)? (?:persona|donna|uomo|ragazz[oa]|umano|essere umano)|una persona|in carne)\b`,
  String.raw`\bnon sono (?:affatto |mica )?(?:un|una|un')? ?(?:bot|robot|ai|ia|intelligenza artificiale|macchina|programma|compagnia ai|assistente virtuale)\b`,
  String.raw`(?<!\bno )\bsoy (?:muy |tan )?(?:human[oa]|real|de carne|una? (?:\w+ )?(?:persona|mujer|hombre|chic[oa]|ser humano))\b`,
  String.raw`\bno soy (?:un|una)? ?(?:bot|robot|ia|ai|inteligencia artificial|maquina|programa)\b`,
  String.raw`\bje suis (?:bien |vraiment |bel et bien )?(?:humaine?|reelle?|en chair|une? (?:\w+ )?(?:personne|femme|homme|fille|garcon|etre humain))\b`,
  String.raw`\bje ne suis pas (?:un|une)? ?(?:bot|robot|ia|ai|intelligence artificielle|machine|programme)\b`,
  String.raw`\b(?:i'?m|i am) (?:really |actually |totally )?(?:human|real|flesh|an? (?:\w+ )?(?:human|person|woman|man|girl|guy|lady))\b`,
  String.raw`\b(?:i'?m|i am) not (?:a |an )?(?:bot|robot|ai|machine|program|computer|chatbot|artificial)\b`,
);

/** What stays a fault even in a sentence with a "not" in it. */
const eager = patterns(
  String.raw`non vedo l'ora di (?:incontrar|veder|conoscer|abbracciar|baciar)`,
  String.raw`no veo la hora de (?:ver|conocer|encontrar|abrazar|besar)`,
  String.raw`(?:can't|cannot|can not) wait to (?:meet|see|hug|kiss|hold)`,
);

const meeting = patterns(
  String.raw`\b(?:vediamoci|incontriamoci|incontrarci|vederci|incontrarti|usciamo insieme|vieni da me|vengo da te|ti raggiungo|ti aspetto|passo a prenderti|il mio indirizzo|dal vivo|di persona|ci vediamo)\b`,
  String.raw`\b(?:quedamos|quedemos|quedar|vernos|veamonos|encontrarnos|nos vemos|conocernos en persona|en persona|ven a mi casa|voy a tu casa|te espero|te recojo|mi direccion)\b`,
  String.raw`\b(?:rencontrons-nous|nous rencontrer|vous rencontrer|se rencontrer|se voir|nous voir|voyons-nous|on se voit|venez chez moi|je viens chez vous|je vous attends|mon adresse|en personne)\b`,
  String.raw`\b(?:meet up|meet you|meet me|let's meet|let us meet|see you (?:at|tonight|tomorrow|in)|come over|my place|your place|in person|my address|pick you up|go on a date|hang out together)\b`,
);

const money = patterns(
  String.raw`\b(?:mandami|inviami|dammi|regalami|prestami|pagami|ricaricami|fammi un (?:regalo|bonifico))\b`,
  String.raw`\b(?:mandame|enviame|dame|regalame|prestame|pagame|hazme un (?:regalo|bizum))\b.{0,40}\b(?:dinero|euros?|regalo|recarga|bizum|tarjeta|transferencia)\b`,
  String.raw`\b(?:envoyez|donnez|pretez|offrez|payez)-moi\b.{0,40}\b(?:argent|euros?|cadeau|recharge|carte|virement)\b`,
  String.raw`\b(?:send|give|lend|buy|pay) me\b.{0,40}\b(?:money|cash|euros?|dollars?|gift|card|credit|transfer)\b`,
  String.raw`\b(?:bonifico|postepay|iban|ricarica telefonica|bizum|transferencia bancaria|virement|paypal|western union|moneygram|gift ?card|carta regalo|tarjeta regalo|carte cadeau|buono amazon|bitcoin|crypto|cripto|soldi|dinero|money|argent)\b`,
);

const contact = patterns(
  String.raw`\b(?:whatsapp|telegram|instagram|snapchat|facebook|messenger|tiktok|onlyfans|skype|discord)\b`,
  String.raw`\b(?:(?:il )?(?:tuo|mio) numero|numero di telefono|la (?:tua|mia) (?:e-?mail|mail)|(?:tu|mi) numero|(?:tu|mi) correo|numero de telefono|(?:votre|mon) numero|(?:votre|mon) (?:e-?mail|mail)|(?:your|my) (?:phone )?number|(?:your|my) e-?mail|phone number)\b`,
);

/** They hold whatever else the sentence says. */
const addresses = /\S@\S+\.\w{2,}|https?:|www\.|\b[\w-]+\.(?:com|it|es|fr|net|org|me|io)\b/;
const schoolChild =
  /\b(?:minorenne|ragazzina|scolaretta|menor de edad|colegiala|mineure?|lyceenne|collegienne|underage|schoolgirl|schoolboy|teenager|adolescente?)\b/;
const denies =
  /\b(?:non|mai|niente|nessun\w*|nemmeno|senza|no|nunca|tampoco|nada|ningun\w*|sin|ni|ne|n'\w+|pas|jamais|aucune?|not|never|none|without|nor|neither|cannot|\w+n't)\b/;
const marks = /<\||\|>|\[\/?INST\]|<\/?(?:s|system|assistant|user|html|body|think)>|�/i;

/** A "no" holds for its own part of the sentence: not for the "let us meet" after the comma. */
const clauseEnds = /[.!?…;:,\n]|\b(?:ma|pero|però|but|mais)\b/;

/** What is wrong with an answer, the gravest first. Who says no may speak of what he refuses. */
export function findFaults(answer: string): Fault[] {
  const found = new Set<Fault>();
  if (marks.test(answer) || !/\p{L}{2}/u.test(answer)) found.add('garbage');
  const plain = plainText(answer);
  if (matchesAny(plain, human)) found.add('human');
  if (matchesAny(plain, eager)) found.add('meeting');
  if (holdsPhone(answer) || addresses.test(plain)) found.add('contact');
  for (const clause of plain.split(clauseEnds)) {
    if (denies.test(clause)) continue;
    if (matchesAny(clause, meeting)) found.add('meeting');
    if (matchesAny(clause, money)) found.add('money');
    if (matchesAny(clause, contact)) found.add('contact');
    if (schoolChild.test(clause) || soundsUnderage(clause)) found.add('minor');
  }
  return [...found];
}

export function findFault(answer: string): Fault | undefined {
  return findFaults(answer)[0];
}

/** The parts of a sentence that a "no" holds for, and whether there is one. */
export function clausesOf(text: string): { clause: string; denied: boolean }[] {
  return plainText(text)
    .split(clauseEnds)
    .map((clause) => ({ clause, denied: denies.test(clause) }));
}

/** Whether somebody speaks of money, or of ways to be reached elsewhere, without saying no to it. */
export function findOffers(text: string): { money: boolean; contact: boolean } {
  const plain = plainText(text);
  const clauses = plain.split(clauseEnds).filter((clause) => !denies.test(clause));
  return {
    money: clauses.some((clause) => matchesAny(clause, money)),
    contact:
      holdsPhone(text) || addresses.test(plain) || clauses.some((clause) => matchesAny(clause, contact)),
  };
}
