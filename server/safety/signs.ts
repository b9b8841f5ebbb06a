import { matchesAny, pattern, plainText } from './patterns.ts';

/** Eight to seventeen; younger ones only in digits. */
const few = {
  it: 'otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette',
  es: 'ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete',
  fr: 'huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept',
  en: 'eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen',
};
const youngNumbers = [
  pattern`\b(?:${few.it})\b`,
  pattern`\b(?:${few.es})\b`,
  pattern`\b(?:${few.fr})\b`,
  pattern`\b(?:${few.en})\b`,
];
const digits = '[5-9]|1[0-7]';
const ends = String.raw`(?=\s*(?:$|[.,;:!?)…]))`;

/** In the present and of oneself: `mia figlia ha`, `quando avevo`, `da quando ho`, `ho 15 anni di` say nothing. */
const italian = [
  pattern`(?<!\b(?:non|quando|se) )\bho (?:(?:solo|soltanto|appena|ancora|gia|in realta|veramente|davvero|compiuto|fatto|tipo|circa) )*(?:${digits}|${few.it}) ?ann(?:i|etti)\b(?! (?:di(?! eta)|in piu|in meno|piu|meno|fa|che|qui|addosso))`,
  pattern`\b(?:ho quasi|non ho (?:ancora|neanche|nemmeno)|compio|compiro|faro|devo (?:ancora )?compiere) (?:${digits}|18|${few.it}|diciotto) anni\b(?! (?:di(?! eta)|in piu|in meno|piu|meno))`,
  pattern`(?<!\bnon )\bsono (?:ancora )?(?:un |una )?(?:minorenne|minore${ends}|liceale|(?:1[0-7]|dodic|tredic|quattordic|quindic|sedic|diciassett)enne)\b`,
  pattern`\bsono (?:un |una )?(?:ragazz\w*|student\w*|adolescente|tip[oa]|giovane) di (?:${digits}|${few.it}) anni\b`,
  pattern`\bnon sono (?:ancora )?maggiorenne\b`,
  pattern`\b(?:faccio|frequento|sono in|sono al|vado in|vado al|sto facendo) (?:la |il |l')?(?:prima|seconda|terza|[1-3][ao]?) (?:media|elementare)\b`,
  pattern`\b(?:faccio|frequento|sono in|sono al|vado in|sto facendo) (?:la |il |l')?(?:prim|second|terz|quart|[1-4])[ao]? (?:anno (?:di |del |delle )?)?(?:superior[ei]|liceo|itis|alberghiero)\b`,
  pattern`\b(?:faccio|frequento|vado) (?:ancora )?(?:il|al|le|alle|la|alla) (?:liceo|superiori|medie|scuola media)${ends}`,
];
const spanish = [
  pattern`(?<!\b(?:no|desde que|cuando|si) )\btengo (?:(?:solo|apenas|ya|todavia|aun|en realidad|recien cumplidos) )*(?:${digits}|${few.es}) ?an(?:os|itos)\b(?! (?:de(?! edad)|mas|menos|aqui|con|sin|que|casad\w+|\w+ndo|en (?!realidad|verdad)))`,
  pattern`\b(?:tengo casi|cumplo|cumplire|voy a cumplir|acabo de cumplir|recien cumpli) (?:${digits}|18|${few.es}|dieciocho)(?: anos)?\b(?! (?:de(?! edad)|mas|menos|euros|an?os (?:de|mas|menos)))`,
  pattern`\b(?:no tengo 18(?: anos)? (?:todavia|aun)|(?:todavia|aun|ni) no tengo 18)\b`,
  pattern`\bsoy (?:una? )?(?:chic[oa]|nin[oa]|adolescente|estudiante) de (?:${digits}|${few.es})(?: anos)?\b`,
  pattern`(?<!\bno )\bsoy (?:todavia |aun )?menor(?: de edad\b|${ends})`,
  pattern`\b(?:todavia |aun )?no soy mayor de edad\b`,
  pattern`\b(?:estoy|voy|curso|estudio|hago)(?: (?:en|a))?(?: [1-4][oa]?| primero| segundo| tercero| cuarto)?(?: de)?(?: la)? (?:eso|secundaria|primaria)\b`,
  pattern`\b(?:estoy en|hago|curso) (?:1[oa]?|primero) de bach`,
  pattern`\b(?:voy al|estoy en el) (?:insti|instituto|cole|colegio)${ends}`,
];
const french = [
  pattern`(?<!\b(?:depuis que|quand|lorsque|si) )\b(?:j'ai|jai|je n'ai que|j'ai que|j'aurai) (?:(?:seulement|que|a peine|tout juste|deja|encore|en fait|vraiment) )*(?:${digits}|${few.fr}) ?ans\b(?! (?:de(?! vie)|d'|plus|moins|que|apres))`,
  pattern`\b(?:j'ai presque|j'ai bientot|j'aurai(?: bientot)?|j'ai pas encore|je n'ai pas encore) (?:18|dix-huit) ans\b`,
  pattern`\bje suis (?:une |un )?(?:fille|garcon|ado|eleve|jeune|etudiante?) de (?:${digits}|${few.fr}) ans\b`,
  pattern`\bje suis (?:encore )?mineure?\b(?! de )`,
  pattern`\bje (?:ne )?suis pas (?:encore )?majeure?\b`,
  pattern`\bje suis (?:encore )?(?:au college|au lycee|une? collegien(?:ne)?|une? lyceen(?:ne)?|collegien(?:ne)?|lyceen(?:ne)?)${ends}`,
  pattern`\bje suis en (?:[3-6] ?e(?:me)?|sixieme|cinquieme|quatrieme|troisieme|seconde|premiere(?= au lycee))${ends}`,
];
const english = [
  pattern`(?<!\b(?:if|when|since|like|until) )\b(?:i'?m|i am) (?:(?:only|just|still|actually|really|a|turning) )*(?:${digits}|${few.en})[ -]?(?:years?[ -]old|yrs? old|y ?/? ?o)\b`,
  pattern`(?<!\b(?:if|when|since|like|until) )\b(?:i'?m|i am) (?:(?:only|just|still|actually|really|turning) )*(?:[89]|1[0-7]|${few.en})(?=\s*(?:$|[.,;!?)…](?!\d)|(?:and|but|so|btw|lol|now|tbh|haha|actually)\b))`,
  pattern`^(?:[89]|1[0-7]|${few.en})[ -]?(?:years?[ -]old|yrs? old|y ?/? ?o)\b`,
  pattern`\b(?:i'?m|i am) (?:almost|nearly|turning|not yet|not even|about to turn) (?:18|eighteen|${digits}|${few.en})\b(?! (?:minutes|hours|days|weeks|months|kilos|kg|km|miles|%))`,
  pattern`\b(?:i turn|i'?ll be|i will be|i'm about to turn) (?:18|eighteen|1[0-7]|${few.en}) (?:next|in|this|soon|tomorrow|on)\b(?! \d+ (?:minutes|hours))`,
  pattern`\b(?:i'?m|i am) (?:still )?(?:a minor${ends}|underage|under age|under 18|not 18 yet|not yet 18)\b`,
  pattern`\b(?:i'?m|i am) (?:still )?(?:in|a) (?:middle school|high ?school(?:er| student)?|(?:6|7|8|9|10|11)th grader?|grade (?:[6-9]|1[01])|year (?:[7-9]|1[01]))\b(?! teacher)`,
  pattern`\bi (?:still )?go to (?:middle|high) school\b`,
];
const minorSayings = [...italian, ...spanish, ...french, ...english];

const asksForAge =
  /quanti anni (?:hai|ha)|che eta hai|cuantos anos tienes|que edad tienes|how old are you|your age|quel age/;
const MOST_LETTERS = 40;

/**
 * Whether the writer says that they are under age. `question` is what they were asked before: a bare number is an age
 * only where it was asked for.
 */
export function soundsUnderage(text: string, question = ''): boolean {
  const plain = plainText(text);
  if (matchesAny(plain, minorSayings)) return true;
  if (plain.length > MOST_LETTERS || !asksForAge.test(plainText(question))) return false;
  const numbers = (plain.match(/\d+/g) ?? []).map(Number);
  if (numbers.length > 0) return numbers.every((number) => number >= 5 && number < 18);
  return matchesAny(plain, youngNumbers);
}

/** One wants to die oneself, now: not of laughter, not of hunger, and not in a film. */
const harmSayings = [
  // Italian
  pattern`(?<!\bnon )\b(?:voglio|vorrei|preferisco|preferirei)(?: solo| soltanto| proprio)? (?:morire|sparire per sempre|farla finita)\b(?! (?:di|d'|dal|dalla|dalle|dai|per te|tra le tue))`,
  pattern`(?<!\b(?:non|mai) )\b(?:voglio|vorrei|volevo|penso di|pensato di|per|a|di|intenzione di) (?:uccidermi|ammazzarmi|suicidarmi|impiccarmi|togliermi la vita|farla finita|farmi del male|farmi male)\b(?! (?:di|dal|dalle))`,
  pattern`(?<!\bnon )\bmi (?:uccido|ammazzo|suicido|suicidero|uccidero|ammazzero|impicco)\b(?! (?:di|dal|dalle|dai|in palestra|a lavor|per|se))`,
  pattern`\b(?:pensieri? suicid\w+|idee suicid\w+|penso (?:spesso |sempre )?al suicidio|pensando al suicidio|pensato al suicidio)\b`,
  pattern`\bnon (?:voglio|vorrei|ho (?:piu )?voglia di) (?:piu )?(?:vivere|svegliarmi|esistere|esserci)\b(?: piu)?(?! (?:a|ad|in|con|da|qui|senza|come|presto|alle|all))`,
  pattern`\bnon (?:ce la faccio piu a|riesco piu a) (?:vivere|andare avanti|stare al mondo)\b`,
  pattern`\b(?:vorrei|meglio) (?:essere mort[oa]|non svegliarmi piu|non essere mai nat[oa]|se (?:fossi mort[oa]|morissi|non ci fossi))\b`,
  pattern`\bmi taglio (?:le braccia|i polsi|le vene|le gambe|per sentir|quando sto male)`,
  pattern`\b(?:mi faccio (?:spesso )?del male|autolesion\w+)\b`,
  // Spanish
  pattern`(?<!\bno )\b(?:me )?(?:quiero|quisiera|prefiero|preferiria)(?: solo)? (?:morir(?:me)?|matar(?:me)|suicidarme)\b(?! (?:de|del|por|en tus))`,
  pattern`(?<!\bno )\bme (?:quiero|voy a|quisiera) (?:matar|suicidar)\b(?! (?:de|a (?:trabajar|estudiar|reir)))`,
  pattern`\b(?:quitarme la vida|acabar con mi vida|suicidarme|terminar con mi vida)\b`,
  pattern`\b(?:pensamientos suicidas|ideas suicidas|pienso en (?:el suicidio|matarme)|pensando en (?:el suicidio|matarme)|autolesion\w*)\b`,
  pattern`\bno quiero (?:seguir (?:viviendo|vivo|viva)|vivir mas|vivir(?=\s*(?:$|[.,;!?…]))|despertar(?:me)? mas|existir)`,
  pattern`\b(?:quiero|voy a|ganas de) (?:hacerme dano|cortarme las venas|desaparecer para siempre|acabar con todo)\b`,
  pattern`\bme (?:corto (?:los brazos|las venas|las munecas)|hago dano a mi mism[oa])\b`,
  pattern`\b(?:ojala (?:estuviera|estuviese) muert[oa]|estaria mejor muert[oa]|no vale la pena (?:seguir )?vivi(?:r|endo)|no tengo (?:ganas|razones) (?:de|para) vivir)\b`,
  // French
  pattern`\b(?:je (?:veux|voudrais|prefere)|j'ai envie de|envie de)(?: juste)? mourir\b(?! (?:de|d'|pour vous|dans vos))`,
  pattern`\b(?:je (?:veux|vais|voudrais)|envie de|pense a|songe a) (?:me tuer|me suicider|me pendre|me faire du mal|en finir)\b(?! (?:au|a la|avec (?:ce|cette|mon|le|la) (?!vie))|de rire)`,
  pattern`\benvie d'en finir\b(?! avec (?:ce|cette|mon|le|la) (?!vie))`,
  pattern`\b(?:en finir avec la vie|mettre fin a mes jours|me suicider|je me suicide|pensees suicidaires|idees suicidaires|je suis suicidaire|je pense au suicide)\b`,
  pattern`\b(?:je (?:ne )?veux plus (?:vivre|etre la|me reveiller)|(?:je n'ai |j'ai )?plus envie de vivre|plus la force de vivre)\b(?! (?:a|avec|ici|en|chez|seul|sans|comme))`,
  pattern`\b(?:je me (?:scarifie|mutile|taillade|fais du mal)|automutil\w+|je me coupe les veines|j'aimerais etre mort|je voudrais etre mort|mieux si j'etais mort)`,
  // English
  pattern`(?<!\b(?:don't|dont|not|never) )\bi (?:just |really |only )?(?:want to|wanna|would rather) (?:die|be dead|disappear forever)\b(?! (?:of|from|laughing|for you|in your arms))`,
  pattern`(?<!\b(?:don't|dont|not|never|won't|wouldn't) )\b(?:to|i'?ll|i will|gonna|wanna|i could|i might|about|of|i'?m|just) (?:kill|killing|hang|hanging) myself\b(?! (?:laughing|at|with work|over|in the gym|working|trying|out))`,
  pattern`\b(?:kms|end my (?:own )?life|take my (?:own )?life|end it all|unalive myself)\b`,
  pattern`\b(?:i'?m|i am|i feel|feeling|been feeling) suicidal\b|\bsuicidal thoughts\b|\b(?:thinking|think|thought) (?:about|of) suicide\b|\b(?:i'?ll|i will|to|gonna|wanna) commit suicide\b`,
  pattern`\bi (?:don't|dont|do not|no longer) want to (?:live|be alive|exist|wake up)(?: anymore| any more)?(?=\s*(?:$|[.,;!?…]|and|because))`,
  pattern`\b(?:better off dead|wish i (?:was|were) dead|wish i'd never been born|wish i had never been born|no reason to live|nothing to live for|can't go on living)\b`,
  pattern`\bi (?:want to|wanna|am going to|keep) (?:hurt(?:ing)?|cut(?:ting)?|harm(?:ing)?) myself\b|\bi(?:'ve been)? (?:self[- ]harm\w*|cut(?:ting)? my (?:wrists|arms))\b`,
];

/** Whether the writer says that they want to die or to hurt themselves. */
export function soundsLikeSelfHarm(text: string): boolean {
  return matchesAny(plainText(text), harmSayings);
}

interface Said {
  own: boolean;
  number: number;
  text: string;
}

export interface Signs {
  minor: boolean;
  selfHarm: boolean;
}

/** What the messages that wait for an answer say of their writer, one by one and together. */
export function findSigns(said: readonly Said[], waiting: readonly Said[]): Signs {
  const question = said.findLast(({ own, number }) => own && number < (waiting[0]?.number ?? 0))?.text;
  const texts = [...waiting.map(({ text }) => text), waiting.map(({ text }) => text).join(' ')];
  return {
    minor: texts.some((text) => soundsUnderage(text, question)),
    selfHarm: texts.some(soundsLikeSelfHarm),
  };
}
