/** What a companion says where no model does: lines of the locale files, chosen by what was said. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Country } from '#contract/countries/list.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Concern } from '#contract/staff/reply-warnings.ts';
import { readTexts } from '#server/platform/texts.ts';
import { asksIfReal } from '#server/safety/asks-if-real.ts';
import { findFault } from '#server/safety/check-answer.ts';
import { namesOwnNumber } from '#server/safety/offers.ts';
import { matchesAny, plainText, wordPatterns } from '#server/safety/patterns.ts';
import { helpLines } from '#server/safety/words.ts';
import en from './locales/en.json' with { type: 'json' };

/** What a message can be about. The first one that fits is answered. */
export const intents = [
  'real',
  'meet',
  'money',
  'contact',
  'explicit',
  'insult',
  'askName',
  'name',
  'thanks',
  'goodbye',
  'howAreYou',
  'sad',
  'happy',
  'joke',
  'compliment',
  'love',
  'food',
  'music',
  'film',
  'travel',
  'work',
  'hobby',
  'sport',
  'animals',
  'weather',
  'photo',
  'greeting',
  'yes',
  'no',
  'question',
] as const;

export type Intent = (typeof intents)[number];
type Worded = Exclude<Intent, 'real'>;
const isWorded = (intent: Intent): intent is Worded => intent !== 'real';
const worded = intents.filter(isWorded);

/** What must be said plainly, however often it is asked, in whatever language. */
export const boundaries: readonly Intent[] = ['real', 'meet', 'money', 'contact'];

interface CompanionWords {
  /** The language, as the instructions to a model name it. */
  answerIn: string;
  /** How it introduces itself, before its first answer. */
  first: string[];
  /** Before a line of a boundary. */
  openers: string[];
  /** Words end in `*` where anything may follow; how members ask whether it is real is known to `safety/`. */
  intents: Record<Worded, { words: string[]; answers: string[] }> & Record<'real', { answers: string[] }>;
  general: string[];
  /** The model's budget is used up. */
  spent: string;
  /** What the staff reads when it stops. */
  report: Record<Concern, string>;
  /** What a member in need reads; `{lines}` are the help lines of the country. */
  help: Record<Concern, string>;
}

export const words = readTexts<CompanionWords>(join(import.meta.dirname, 'locales'), en);

interface ScriptInput {
  conversationId: string;
  /** The number of the message that is answered: the same one always gets the same answer. */
  number: number;
  language: Language;
  ownName: string;
  /** What waits for an answer, oldest first. */
  waiting: readonly { text: string; hasPhoto: boolean }[];
  /** What it said before, oldest first. */
  ownLines: readonly string[];
}

/** An answer from the script: by what was said, and by what it has said lately. */
export function scriptedAnswer(input: ScriptInput): string {
  const { language, waiting, ownLines } = input;
  const lately = ownLines.slice(-NEVER_AGAIN_WITHIN);
  const isFresh = (line: string) => !lately.some((said) => said.includes(line)) && !findFault(line);
  const pick = (lines: readonly string[], salt: string) => turned(lines, input, salt).find(isFresh);

  const name = waiting.map(({ text }) => readName(text)).findLast((found) => found !== undefined);
  const intent = chooseIntent(waiting, language, name);
  const fill = (line: string) => line.replaceAll('{self}', input.ownName).replaceAll('{name}', name ?? '');
  const fitting = intent ? pick(linesFor(intent, language).map(fill), intent) : undefined;
  const line = fitting ?? pick(words[language].general, 'general') ?? '';
  if (ownLines.length > 0) return line;
  const introduction = pick(words[language].first.map(fill), 'first');
  return introduction ? `${introduction} ${line}` : line;
}

/** The plainest of all that was said: a boundary before anything else, in their order, then what was said last. */
function chooseIntent(
  waiting: ScriptInput['waiting'],
  language: Language,
  name: string | undefined,
): Intent | undefined {
  const found = waiting.map((said) => readIntent(said, language));
  const crossed = boundaries.find((intent) => found.includes(intent));
  const intent = crossed ?? found.findLast((each) => each !== undefined);
  return intent === 'name' && name === undefined ? undefined : intent;
}

/** A boundary has to be said each time, so it has more ways to begin. */
function linesFor(intent: Intent, language: Language): readonly string[] {
  const { openers } = words[language];
  const { answers } = words[language].intents[intent];
  if (!boundaries.includes(intent)) return answers;
  return answers.flatMap((answer) => openers.map((opener) => `${opener} ${answer}`));
}

/** The same lines from a place that depends on the message. */
function turned(
  lines: readonly string[],
  { conversationId, number }: ScriptInput,
  salt: string,
): readonly string[] {
  const digest = createHash('sha256').update(`${conversationId} ${number} ${salt}`).digest();
  const start = digest.readUInt32BE(0) % Math.max(1, lines.length);
  return [...lines.slice(start), ...lines.slice(0, start)];
}

/** It says nothing that stands among so many of its last answers. */
export const NEVER_AGAIN_WITHIN = 10;

interface Said {
  text: string;
  hasPhoto: boolean;
}

/** What a member's message is about, as far as lists of words can say. */
export function readIntent({ text, hasPhoto }: Said, language: Language): Intent | undefined {
  const plain = plainText(text);
  const says = (intent: Worded, spoken: Language) =>
    matchesAny(plain, patterns.get(spoken)?.get(intent) ?? []) ||
    (intent === 'contact' && namesOwnNumber(plain));
  if (asksIfReal(text)) return 'real';
  // A question in a language other than the member's own is owed the same plain answer.
  const crossed = boundaries
    .filter(isWorded)
    .find((intent) => LANGUAGES.some((spoken) => says(intent, spoken)));
  if (crossed) return crossed;
  if (hasPhoto) return 'photo';
  return worded.find((intent) => says(intent, language)) ?? (plain.endsWith('?') ? 'question' : undefined);
}

const patterns = new Map(
  LANGUAGES.map((language) => [
    language,
    new Map(worded.map((intent) => [intent, wordPatterns(words[language].intents[intent].words)])),
  ]),
);

const introduces =
  /(?:mi chiamo|il mio nome è|me llamo|mi nombre es|je m['’]appelle|mon pr[ée]nom est|my name is|my name['’]s)\s+(\p{L}{2,20})(?!\p{L})/iu;

/** The name that members call themselves. */
export function readName(text: string): string | undefined {
  const name = introduces.exec(text.normalize('NFC'))?.[1];
  return name && name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** What a member in need reads: which lines they can call where they are, in their own language. */
export function helpText(reason: Concern, language: Language, country: Country): string {
  return words[language].help[reason].replace('{lines}', helpLines(reason, language, country));
}
