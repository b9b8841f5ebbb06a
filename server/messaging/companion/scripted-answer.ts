import { createHash } from 'node:crypto';
import type { Language } from '../../../contract/kernel/constants.ts';
import { findFault } from './check-answer.ts';
import { readIntent, readName } from './read-intent.ts';
import { boundaries, words } from './words.ts';
import type { Intent } from './words.ts';

/** It says nothing that stands among so many of its last answers. */
export const NEVER_AGAIN_WITHIN = 10;

interface Scene {
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
export function scriptedAnswer(scene: Scene): string {
  const { language, waiting, ownLines } = scene;
  const lately = ownLines.slice(-NEVER_AGAIN_WITHIN);
  const isFresh = (line: string) => !lately.some((said) => said.includes(line)) && !findFault(line);
  const pick = (lines: readonly string[], salt: string) => turned(lines, scene, salt).find(isFresh);

  const name = waiting.map(({ text }) => readName(text)).findLast((found) => found !== undefined);
  const intent = chooseIntent(waiting, language, name);
  const fill = (line: string) => line.replaceAll('{self}', scene.ownName).replaceAll('{name}', name ?? '');
  const fitting = intent ? pick(linesFor(intent, language).map(fill), intent) : undefined;
  const line = fitting ?? pick(words[language].general, 'general') ?? '';
  if (ownLines.length > 0) return line;
  const introduction = pick(words[language].first.map(fill), 'first');
  return introduction ? `${introduction} ${line}` : line;
}

/** The plainest of all that was said: a boundary before anything else, then what was said last. */
function chooseIntent(
  waiting: Scene['waiting'],
  language: Language,
  name: string | undefined,
): Intent | undefined {
  const found = waiting.map((said) => readIntent(said, language));
  const crossed = found.find((intent) => intent && boundaries.includes(intent));
  const intent = crossed ?? found.findLast((each) => each !== undefined);
  return intent === 'name' && name === undefined ? undefined : intent;
}

/** A boundary has to be said each time, so it has more ways to begin. */
function linesFor(intent: Intent, language: Language): readonly string[] {
  const { intents, openers } = words[language];
  const { answers } = intents[intent];
  if (!boundaries.includes(intent)) return answers;
  return answers.flatMap((answer) => openers.map((opener) => `${opener} ${answer}`));
}

/** The same lines from a place that depends on the message. */
function turned(
  lines: readonly string[],
  { conversationId, number }: Scene,
  salt: string,
): readonly string[] {
  const digest = createHash('sha256').update(`${conversationId} ${number} ${salt}`).digest();
  const start = digest.readUInt32BE(0) % Math.max(1, lines.length);
  return [...lines.slice(start), ...lines.slice(0, start)];
}
