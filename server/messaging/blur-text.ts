const LETTERS = 'abcdefghilmnopqrstuvz';
const DIGITS = '0123456789';
const COVER = '•';

/** What stands for a sign: letters and digits for their like, a dot for other signs, anything else for itself. */
type Kind = 'lower' | 'upper' | 'digit' | 'sign' | 'other';

/** Most of what people write, looked up instead of asked. */
const plain: Kind[] = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/**
 * A text of the same shape with every letter and digit replaced: what somebody sees who has to pay for the words. The
 * key is the message's id, so that it looks the same each time; nothing of the words goes into the choice of letters.
 */
export function blurText(text: string, key: string): string {
  const next = numbersFrom(key);
  let blurred = '';
  for (const sign of text) {
    switch (plain[sign.codePointAt(0) ?? 0] ?? kindOf(sign)) {
      case 'lower':
        blurred += LETTERS.charAt(next() % LETTERS.length);
        break;
      case 'upper':
        blurred += LETTERS.charAt(next() % LETTERS.length).toUpperCase();
        break;
      case 'digit':
        blurred += DIGITS.charAt(next() % DIGITS.length);
        break;
      case 'sign':
        blurred += COVER;
        break;
      case 'other':
        blurred += sign;
    }
  }
  return blurred;
}

function kindOf(sign: string): Kind {
  if (/\p{N}/u.test(sign)) return 'digit';
  if (/\p{Lu}/u.test(sign)) return 'upper';
  if (/\p{L}/u.test(sign)) return 'lower';
  return /\p{S}|\p{Extended_Pictographic}/u.test(sign) ? 'sign' : 'other';
}

/** The same numbers for the same key, one after the other. They hide nothing: they only have to differ. */
function numbersFrom(key: string): () => number {
  let state = 0;
  for (let place = 0; place < key.length; place += 1)
    state = Math.imul(state ^ key.charCodeAt(place), 0x01000193);
  return () => {
    state = (Math.imul(state, 0x19660d) + 0x3c6ef35f) | 0;
    return state >>> 16;
  };
}
