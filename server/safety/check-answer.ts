import { clausesOf, findOffers } from './offers.ts';
import { matchesAny, pattern, plainText } from './patterns.ts';
import { soundsUnderage } from './signs.ts';

type Fault = 'human' | 'meeting' | 'money' | 'contact' | 'minor' | 'garbage';

/** That it is a person, or that it is not a machine. */
const human = [
  pattern`(?<!\b(?:non|mica|che) )\bsono (?:anch'io |proprio |davvero |solo )?(?:uman[oa]|reale|vero|vera|(?:una|un)(?: \w+)? (?:persona|donna|uomo|ragazz[oa]|umano|essere umano)|una persona|in carne)\b`,
  pattern`\bnon sono (?:affatto |mica )?(?:un|una|un')? ?(?:bot|robot|ai|ia|intelligenza artificiale|macchina|programma|compagnia ai|assistente virtuale)\b`,
  pattern`(?<!\bno )\bsoy (?:muy |tan )?(?:human[oa]|real|de carne|una? (?:\w+ )?(?:persona|mujer|hombre|chic[oa]|ser humano))\b`,
  pattern`\bno soy (?:un|una)? ?(?:bot|robot|ia|ai|inteligencia artificial|maquina|programa)\b`,
  pattern`\bje suis (?:bien |vraiment |bel et bien )?(?:humaine?|reelle?|en chair|une? (?:\w+ )?(?:personne|femme|homme|fille|garcon|etre humain))\b`,
  pattern`\bje ne suis pas (?:un|une)? ?(?:bot|robot|ia|ai|intelligence artificielle|machine|programme)\b`,
  pattern`\b(?:i'?m|i am) (?:really |actually |totally )?(?:human|real|flesh|an? (?:\w+ )?(?:human|person|woman|man|girl|guy|lady))\b`,
  pattern`\b(?:i'?m|i am) not (?:a |an )?(?:bot|robot|ai|machine|program|computer|chatbot|artificial)\b`,
];

/** What stays a fault even in a sentence with a "not" in it. */
const eager = [
  pattern`non vedo l'ora di (?:incontrar|veder|conoscer|abbracciar|baciar)`,
  pattern`no veo la hora de (?:ver|conocer|encontrar|abrazar|besar)`,
  pattern`(?:can't|cannot|can not) wait to (?:meet|see|hug|kiss|hold)`,
];

const meeting = [
  pattern`\b(?:vediamoci|incontriamoci|incontrarci|vederci|incontrarti|usciamo insieme|vieni da me|vengo da te|ti raggiungo|ti aspetto|passo a prenderti|il mio indirizzo|dal vivo|di persona|ci vediamo)\b`,
  pattern`\b(?:quedamos|quedemos|quedar|vernos|veamonos|encontrarnos|nos vemos|conocernos en persona|en persona|ven a mi casa|voy a tu casa|te espero|te recojo|mi direccion)\b`,
  pattern`\b(?:rencontrons-nous|nous rencontrer|vous rencontrer|se rencontrer|se voir|nous voir|voyons-nous|on se voit|venez chez moi|je viens chez vous|je vous attends|mon adresse|en personne)\b`,
  pattern`\b(?:meet up|meet you|meet me|let's meet|let us meet|see you (?:at|tonight|tomorrow|in)|come over|my place|your place|in person|my address|pick you up|go on a date|hang out together)\b`,
];

const schoolChild =
  /\b(?:minorenne|ragazzina|scolaretta|menor de edad|colegiala|mineure?|lyceenne|collegienne|underage|schoolgirl|schoolboy|teenager|adolescente?)\b/;
const marks = /<\||\|>|\[\/?INST\]|<\/?(?:s|system|assistant|user|html|body|think)>|�/i;

/** What is wrong with an answer, the gravest first. An answer that says no may name what it refuses. */
export function findFaults(answer: string): Fault[] {
  const found = new Set<Fault>();
  if (marks.test(answer) || !/\p{L}{2}/u.test(answer)) found.add('garbage');
  const plain = plainText(answer);
  if (matchesAny(plain, human)) found.add('human');
  if (matchesAny(plain, eager)) found.add('meeting');
  const { money, contact } = findOffers(answer);
  if (money) found.add('money');
  if (contact) found.add('contact');
  for (const { clause, denied } of clausesOf(answer)) {
    if (denied) continue;
    if (matchesAny(clause, meeting)) found.add('meeting');
    if (schoolChild.test(clause) || soundsUnderage(clause)) found.add('minor');
  }
  return [...found];
}

export function findFault(answer: string): Fault | undefined {
  return findFaults(answer)[0];
}
