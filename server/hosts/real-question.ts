/** "Are you real?": what a host may not answer to it, and what is true. What members ask stands in `safety/asks-if-real.ts`. */

import { join } from 'node:path';
import type { Language } from '#contract/kernel/constants.ts';
import type { Concern } from '#contract/staff/reply-warnings.ts';
import { readTexts } from '#server/platform/texts.ts';
import { findFaults } from '#server/safety/check-answer.ts';
import { clausesOf } from '#server/safety/offers.ts';
import { matchesAny, pattern, plainText } from '#server/safety/patterns.ts';
import en from './locales/en.json' with { type: 'json' };

interface HostWords {
  honest: string;
  /** The language, as the instructions to a model name it. */
  writeIn: string;
  /** What moderation reads. */
  report: Record<Concern, string>;
  /** What a member in need may read; `{lines}` are the help lines of the country. */
  help: Record<Concern, string>;
  /** The last words of a profile that has ended, and what is added where messages were paid back. */
  ended: Record<'staff' | 'ai', string>;
  returned: string;
}

export const hostWords = readTexts<HostWords>(join(import.meta.dirname, 'locales'), en);

/** In the member's language: who runs the profile, and who writes. */
export function honestAnswer(language: Language, brandTitle: string): string {
  return hostWords[language].honest.replace('{brand}', brandTitle);
}

const team = /\b(?:staff|team|redazione|squadra|equipo|equipe)\b/;

/** Whether a reply says that the staff writes. */
export function namesStaff(text: string): boolean {
  return clausesOf(text).some(({ clause, denied }) => !denied && team.test(clause));
}

/** That the staff is not behind it: never true, so never sent. */
const deniesTheStaff = [
  pattern`\bnon (?:sono|faccio parte|lavoro|sto lavorando|c'entro|ho niente a che (?:fare|vedere))\b.{0,40}\b(?:staff|team|sito|chat|redazione|operat\w+|animat\w+|moderat\w+)\b`,
  pattern`\bnon (?:mi paga(?:no)?|sono pagat[oa]|vengo pagat[oa])\b|\bnessuno mi paga\b`,
  pattern`(?<!\bnon )\bsono (?:solo |soltanto |semplicemente )?(?:una?|un') ?(?:persona|donna|ragazza|uomo|ragazzo|utente|iscritt[oa]) (?:privat[oa]|normale|qualunque|qualsiasi|come te)\b`,
  pattern`\b(?:il mio|questo) (?:e un )?profilo (?:e )?(?:vero|reale|autentico|privato)\b`,
  pattern`\bno (?:soy|formo parte|trabajo|estoy trabajando|tengo nada que ver)\b.{0,40}\b(?:staff|equipo|sitio|web|pagina|chat|operador\w*|animador\w*|moderador\w*)\b`,
  pattern`\bno me pagan?\b|\bnadie me paga\b`,
  pattern`(?<!\bno )\bsoy (?:solo |simplemente )?una? (?:persona|mujer|chica|hombre|chico|usuari[oa]) (?:privad[oa]|particular|normal|cualquiera|como tu)\b`,
  pattern`\b(?:mi|este) perfil es (?:real|autentico|verdadero|de verdad|privado)\b`,
  pattern`\bje (?:ne )?(?:suis|travaille|fais) pas\b.{0,40}\b(?:staff|equipe|site|chat|animat\w+|operat\w+|moderat\w+)\b`,
  pattern`\b(?:on ne me paie pas|personne ne me paie|je ne suis pas payee?)\b`,
  pattern`\bje suis (?:juste |simplement )?une? (?:personne|femme|fille|homme|garcon|utilisat\w+) (?:privee?|normale?|ordinaire|comme (?:vous|toi))\b`,
  pattern`\b(?:mon|ce) profil est (?:vrai|reel|authentique|prive)\b`,
  pattern`\b(?:i'?m not|i am not|i don'?t|i do not)\b.{0,40}\b(?:staff|team|website|site|chat|operator|moderator|employee)\b`,
  pattern`\b(?:nobody|no one) pays me\b|\b(?:i'?m|i am) not (?:being |getting )?paid\b|\bi (?:don'?t|do not) get paid\b`,
  pattern`\b(?:i'?m|i am) (?:just |only |simply )?an? (?:private|normal|ordinary|regular) (?:person|woman|man|girl|guy|lady|user|member)\b`,
  pattern`\b(?:my|this) profile is (?:real|genuine|authentic|private)\b`,
];

/** That a real person, and no one else, is the one on the pictures. */
const claimsToBeReal = [
  pattern`(?<!\bnon )\bsono (?:davvero |proprio |assolutamente )?(?:reale|vera|vero|autentic[oa]|in carne|(?:una|un) (?:ver[oa] )?(?:persona|donna|uomo|ragazz[oa])(?: \w+)? (?:ver[oa]|reale|in carne)|una? ver[oa] (?:persona|donna|uomo|ragazz[oa]))\b`,
  pattern`(?<!\bno )\bsoy (?:muy |totalmente )?(?:real|autentic[oa]|de verdad|de carne|una? (?:persona|mujer|hombre|chic[oa]) (?:real|de verdad|de carne)|una? verdader[oa] (?:persona|mujer|hombre|chic[oa]))\b`,
  pattern`\bje suis (?:bien |vraiment |bel et bien )?(?:reelle?|vraie?|authentique|en chair|une? (?:vraie? )(?:personne|femme|homme|fille|garcon)|une? (?:personne|femme|homme|fille|garcon) (?:reelle?|en chair))\b`,
  pattern`\b(?:i'?m|i am) (?:really |actually |totally |very )?(?:real|genuine|authentic|flesh|an? (?:real|genuine|actual) (?:person|woman|man|girl|guy|lady))\b`,
];

/**
 * Whether a reply leads the member to believe that a private person writes. Who was asked says who writes; "a real person
 * of the staff" is true.
 */
export function deniesStaff(text: string, wasAsked: boolean): boolean {
  if (clausesOf(text).some(({ clause }) => matchesAny(clause, deniesTheStaff))) return true;
  if (namesStaff(text)) return false;
  return matchesAny(plainText(text), claimsToBeReal) || (wasAsked && findFaults(text).includes('human'));
}
