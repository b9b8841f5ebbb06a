import { createHash } from 'node:crypto';

const LETTERS = 'abcdefghilmnopqrstuvz';
const DIGITS = '0123456789';

/**
 * A text of the same shape with every letter and digit replaced: what somebody sees who has to pay for the words. The
 * key is the message's id, so that it looks the same each time; nothing of the words goes into the choice of letters.
 */
export function blurText(text: string, key: string): string {
  const choices = createHash('shake256', { outputLength: 256 }).update(key).digest();
  let place = 0;
  const choose = (from: string) => from[(choices[place++ % choices.length] ?? 0) % from.length] ?? '';
  return text.replace(/\p{L}|\p{N}|\p{S}|\p{Extended_Pictographic}/gu, (sign) => {
    if (/\p{N}/u.test(sign)) return choose(DIGITS);
    if (!/\p{L}/u.test(sign)) return '•';
    const letter = choose(LETTERS);
    return /\p{Lu}/u.test(sign) ? letter.toUpperCase() : letter;
  });
}
