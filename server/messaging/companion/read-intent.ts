import { LANGUAGES } from '../../../contract/kernel/constants.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import { plainText } from './plain-text.ts';
import { boundaries, intents, words } from './words.ts';
import type { Intent } from './words.ts';

const patterns = new Map(
  LANGUAGES.map((language) => [
    language,
    new Map(intents.map((intent) => [intent, patternOf(words[language].intents[intent].words)])),
  ]),
);

function patternOf(list: readonly string[]): RegExp | undefined {
  if (list.length === 0) return undefined;
  const either = list.map((word) => escape(plainText(word)).replace(/\\\*$/, String.raw`\p{L}*`)).join('|');
  return new RegExp(String.raw`(?<!\p{L})(?:${either})(?!\p{L})`, 'u');
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

interface Said {
  text: string;
  hasPhoto: boolean;
}

/** What somebody's message is about, as far as lists of words can tell. */
export function readIntent({ text, hasPhoto }: Said, language: Language): Intent | undefined {
  const plain = plainText(text);
  const says = (intent: Intent, spoken: Language) => patterns.get(spoken)?.get(intent)?.test(plain) === true;
  // Who asks in another language than his own is owed the same plain answer.
  const crossed = boundaries.find((intent) => LANGUAGES.some((spoken) => says(intent, spoken)));
  if (crossed) return crossed;
  if (hasPhoto) return 'photo';
  return intents.find((intent) => says(intent, language)) ?? (plain.endsWith('?') ? 'question' : undefined);
}

const introduces =
  /(?:mi chiamo|il mio nome è|me llamo|mi nombre es|je m['’]appelle|mon pr[ée]nom est|my name is|my name['’]s)\s+(\p{L}{2,20})(?!\p{L})/iu;

/** The name that somebody gives himself. */
export function readName(text: string): string | undefined {
  const name = introduces.exec(text.normalize('NFC'))?.[1];
  return name && name.slice(0, 1).toUpperCase() + name.slice(1);
}
