import { LANGUAGES } from '#contract/kernel/constants.ts';
import { matchesAny, pattern, plainText, wordPatterns } from './patterns.ts';
import { safetyWords } from './words.ts';

/** Whether the profile works here, is paid or only made up, beside what companions are asked. */
const staffQuestions = [
  pattern`\b(?:sei|siete) (?:dello|del|della|dell'|parte dell[oa]|un'?|una) ?(?:staff|team|redazione|assistenza|operat\w+|animat\w+|moderat\w+|dipendente|fake)\b`,
  pattern`\blavor[ia](?:te)? (?:qui|per|con) (?:il sito|la chat|questo sito|questa chat|loro|lo staff)?`,
  pattern`\b(?:ti|vi) pagano\b|\b(?:sei|vieni|siete) pagat[oaie]\b|\bprofil[oi] (?:fals[oi]|fint[oi]|fake|ver[oi])\b|\bsei (?:davvero |proprio )?(?:tu|fake)\b`,
  pattern`\beres (?:del|parte del|una?) ?(?:staff|equipo|operador\w*|animador\w*|moderador\w*|emplead\w|fake)\b`,
  pattern`\btrabajas? (?:aqui|para|en|con) (?:la (?:web|pagina|chat)|el (?:sitio|chat)|esta (?:web|pagina)|ellos)?`,
  pattern`\bte pagan\b|\beres pagad[oa]\b|\bperfil(?:es)? (?:fals[oa]s?|fake|real(?:es)?|de verdad)\b`,
  pattern`\b(?:tu es|es-tu|t'es|vous etes|etes-vous) (?:du|de l'|de la|une?|membre de l') ?(?:staff|equipe|animat\w+|operat\w+|moderat\w+|employee?|fake)\b`,
  pattern`\b(?:tu travailles|travailles-tu|vous travaillez|travaillez-vous) (?:ici|pour)\b`,
  pattern`\b(?:on te|on vous) pai?e\b|\b(?:tu es|es-tu|vous etes|etes-vous) payee?s?\b|\bfaux profils?\b|\bvrai profil\b|\b(?:tu es|es-tu|t'es|vous etes|etes-vous) (?:une? )?(?:vraie?|fausse|faux)\b`,
  pattern`\bare you (?:part of |on |one of |an? )?(?:the )?(?:staff|team|operator|moderator|employee|fake)\b`,
  pattern`\bdo you work (?:here|for)\b|\bare you (?:being |getting )?paid\b|\bdo they pay you\b|\bfake profiles?\b|\breal profiles?\b`,
  pattern`\b(?:parlo con|parlando con|mi (?:risponde|scrive)|c'e|siete) (?:davvero |proprio |qui )?(?:una? |un')?(?:ver[ae] person[ae]|person[ae](?: ver[ae]| real[ei]|$|\?)|esser[ei] uman[oi]|uman[oi]|bot|robot|computer|programma)`,
  pattern`\b(?:c'e|chi c'e|ci sia) (?:davvero |una |qualcuno |persona )*(?:vera |reale )?(?:li )?dietro\b`,
  pattern`\b(?:hablo con|hablando con|me (?:responde|escribe)|hay|sois) (?:de verdad )?(?:una? )?(?:persona(?:s)?(?: real(?:es)?| de verdad|$|\?)|humano|bot|robot|ordenador|programa)`,
  pattern`\b(?:je parle a|parle avec|parle-je a|me repond|m'ecrit|y a-t-il|il y a) (?:vraiment )?(?:une? )?(?:vraie personne|personne reelle|humain|bot|robot|ordinateur|programme)\b`,
  pattern`\b(?:talking to|chatting with|writing with|is (?:this|there|it)) (?:really )?(?:an? )?(?:human|bot|robot|computer|machine|actual person|real person)\b`,
];

const patterns = [
  ...wordPatterns(LANGUAGES.flatMap((language) => safetyWords[language].asksIfReal)),
  ...staffQuestions,
];

/** Whether a member asks who is behind a profile, in whatever language. It runs once for each message that is sent. */
export function asksIfReal(text: string): boolean {
  return matchesAny(plainText(text), patterns);
}
