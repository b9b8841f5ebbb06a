const LONGEST = 60;

/**
 * The name others will see: the given one, or the first part of the address without what would give the address away.
 */
export function screenNameOf(given: string | undefined, email: string, fallback: string): string {
  const [local = ''] = email.split('@', 1);
  const [name = ''] = local.split('+', 1);
  const words = tidy(name.replaceAll(/[^\p{L}\p{N}]+/gu, ' '));
  const withoutNumbers = tidy(words.replaceAll(/\p{N}+/gu, ' '));
  return tidy(given ?? '') || capital(withoutNumbers) || words || fallback;
}

/** One line, cut so that no letter is halved. */
function tidy(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain
    .slice(0, LONGEST)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
