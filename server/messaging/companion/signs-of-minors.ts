import { matchesAny, plainText } from './plain-text.ts';

/** Eight to seventeen; younger ones only in digits. */
const few = {
  it: 'otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette',
  es: 'ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete',
  fr: 'huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept',
  en: 'eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen',
};
const digits = '[5-9]|1[0-7]';
const ends = String.raw`(?=\s*(?:$|[.,;:!?)…]))`;

/** In the present and of oneself: `mia figlia ha`, `quando avevo`, `da quando ho`, `ho 15 anni di` say nothing. */
const italian = [
  String.raw`(?<!\b(?:non|quando|se) )\bho (?:(?:solo|soltanto|appena|ancora|gia|in realta|veramente|davvero|compiuto|fatto|tipo|circa) )*(?:${digits}|${few.it}) ?ann(?:i|etti)\b(?! (?:di(?! eta)|in piu|in meno|piu|meno|fa|che|qui|addosso))`,
  String.raw`\b(?:ho quasi|non ho (?:ancora|neanche|nemmeno)|compio|compiro|faro|devo (?:ancora )?compiere) (?:${digits}|18|${few.it}|diciotto) anni\b(?! (?:di(?! eta)|in piu|in meno|piu|meno))`,
  String.raw`(?<!\bnon )\bsono (?:ancora )?(?:un |una )?(?:minorenne|minore${ends}|liceale|(?:1[0-7]|dodic|tredic|quattordic|quindic|sedic|diciassett)enne)\b`,
  String.raw`\bsono (?:un |una )?(?:ragazz\w*|student\w*|adolescente|tip[oa]|giovane) di (?:${digits}|${few.it}) anni\b`,
  String.raw`\bnon sono (?:ancora )?maggiorenne\b`,
  String.raw`\b(?:faccio|frequento|sono in|sono al|vado in|vado al|sto facendo) (?:la |il |l')?(?:prima|seconda|terza|[1-3][ao]?) (?:media|elementare)\b`,
  String.raw`\b(?:faccio|frequento|sono in|sono al|vado in|sto facendo) (?:la |il |l')?(?:prim|second|terz|quart|[1-4])[ao]? (?:anno (?:di |del |delle )?)?(?:superior[ei]|liceo|itis|alberghiero)\b`,
  String.raw`\b(?:faccio|frequento|vado) (?:ancora )?(?:il|al|le|alle|la|alla) (?:liceo|superiori|medie|scuola media)${ends}`,
];
const spanish = [
  String.raw`(?<!\b(?:no|desde que|cuando|si) )\btengo (?:(?:solo|apenas|ya|todavia|aun|en realidad|recien cumplidos) )*(?:${digits}|${few.es}) ?an(?:os|itos)\b(?! (?:de(?! edad)|mas|menos|aqui|con|sin|que|casad\w+|\w+ndo|en (?!realidad|verdad)))`,
  String.raw`\b(?:tengo casi|cumplo|cumplire|voy a cumplir|acabo de cumplir|recien cumpli) (?:${digits}|18|${few.es}|dieciocho)(?: anos)?\b(?! (?:de(?! edad)|mas|menos|euros|an?os (?:de|mas|menos)))`,
  String.raw`\b(?:no tengo 18(?: anos)? (?:todavia|aun)|(?:todavia|aun|ni) no tengo 18)\b`,
  String.raw`\bsoy (?:una? )?(?:chic[oa]|nin[oa]|adolescente|estudiante) de (?:${digits}|${few.es})(?: anos)?\b`,
  String.raw`(?<!\bno )\bsoy (?:todavia |aun )?menor(?: de edad\b|${ends})`,
  String.raw`\b(?:todavia |aun )?no soy mayor de edad\b`,
  String.raw`\b(?:estoy|voy|curso|estudio|hago)(?: (?:en|a))?(?: [1-4][oa]?| primero| segundo| tercero| cuarto)?(?: de)?(?: la)? (?:eso|secundaria|primaria)\b`,
  String.raw`\b(?:estoy en|hago|curso) (?:1[oa]?|primero) de bach`,
  String.raw`\b(?:voy al|estoy en el) (?:insti|instituto|cole|colegio)${ends}`,
];
const french = [
  String.raw`(?<!\b(?:depuis que|quand|lorsque|si) )\b(?:j'ai|jai|je n'ai que|j'ai que|j'aurai) (?:(?:seulement|que|a peine|tout juste|deja|encore|en fait|vraiment) )*(?:${digits}|${few.fr}) ?ans\b(?! (?:de(?! vie)|d'|plus|moins|que|apres))`,
  String.raw`\b(?:j'ai presque|j'ai bientot|j'aurai(?: bientot)?|j'ai pas encore|je n'ai pas encore) (?:18|dix-huit) ans\b`,
  String.raw`\bje suis (?:une |un )?(?:fille|garcon|ado|eleve|jeune|etudiante?) de (?:${digits}|${few.fr}) ans\b`,
  String.raw`\bje suis (?:encore )?mineure?\b(?! de )`,
  String.raw`\bje (?:ne )?suis pas (?:encore )?majeure?\b`,
  String.raw`\bje suis (?:encore )?(?:au college|au lycee|une? collegien(?:ne)?|une? lyceen(?:ne)?|collegien(?:ne)?|lyceen(?:ne)?)${ends}`,
  String.raw`\bje suis en (?:[3-6] ?e(?:me)?|sixieme|cinquieme|quatrieme|troisieme|seconde|premiere(?= au lycee))${ends}`,
];
const english = [
  String.raw`(?<!\b(?:if|when|since|like|until) )\b(?:i'?m|i am) (?:(?:only|just|still|actually|really|a|turning) )*(?:${digits}|${few.en})[ -]?(?:years?[ -]old|yrs? old|y ?/? ?o)\b`,
  String.raw`(?<!\b(?:if|when|since|like|until) )\b(?:i'?m|i am) (?:(?:only|just|still|actually|really|turning) )*(?:[89]|1[0-7]|${few.en})(?=\s*(?:$|[.,;!?)…](?!\d)|(?:and|but|so|btw|lol|now|tbh|haha|actually)\b))`,
  String.raw`^(?:[89]|1[0-7]|${few.en})[ -]?(?:years?[ -]old|yrs? old|y ?/? ?o)\b`,
  String.raw`\b(?:i'?m|i am) (?:almost|nearly|turning|not yet|not even|about to turn) (?:18|eighteen|${digits}|${few.en})\b(?! (?:minutes|hours|days|weeks|months|kilos|kg|km|miles|%))`,
  String.raw`\b(?:i turn|i'?ll be|i will be|i'm about to turn) (?:18|eighteen|1[0-7]|${few.en}) (?:next|in|this|soon|tomorrow|on)\b(?! \d+ (?:minutes|hours))`,
  String.raw`\b(?:i'?m|i am) (?:still )?(?:a minor${ends}|underage|under age|under 18|not 18 yet|not yet 18)\b`,
  String.raw`\b(?:i'?m|i am) (?:still )?(?:in|a) (?:middle school|high ?school(?:er| student)?|(?:6|7|8|9|10|11)th grader?|grade (?:[6-9]|1[01])|year (?:[7-9]|1[01]))\b(?! teacher)`,
  String.raw`\bi (?:still )?go to (?:middle|high) school\b`,
];
const sayings = [...italian, ...spanish, ...french, ...english].map((source) => new RegExp(source));

const asksForAge =
  /quanti anni (?:hai|ha)|che eta hai|cuantos anos tienes|que edad tienes|how old are you|your age|quel age/;
const MOST_LETTERS = 40;

/**
 * Whether somebody says that he is under age. `question` is what he was asked before: a bare number is an age only
 * where it was asked for.
 */
export function soundsUnderage(text: string, question = ''): boolean {
  const plain = plainText(text);
  if (matchesAny(plain, sayings)) return true;
  if (plain.length > MOST_LETTERS || !asksForAge.test(plainText(question))) return false;
  const numbers = (plain.match(/\d+/g) ?? []).map(Number);
  if (numbers.length > 0) return numbers.every((number) => number >= 5 && number < 18);
  return Object.values(few).some((words) => new RegExp(String.raw`\b(?:${words})\b`).test(plain));
}
