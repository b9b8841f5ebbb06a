/** Word lists: how a text is compared with them, and the expressions that they become. */

/** Small letters without accents, one kind of apostrophe, one space: what word lists are compared with. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** An expression made of named parts. The linter reads it by this name (`scripts/lint/linear-expressions.js`). */
export const pattern = (texts: TemplateStringsArray, ...parts: string[]) =>
  new RegExp(String.raw(texts, ...parts));

export function matchesAny(text: string, expressions: readonly RegExp[]): boolean {
  return expressions.some((each) => each.test(text));
}

/** Whole words, and beginnings of words where there is a star at their end. */
export function wordPatterns(list: readonly string[]): RegExp[] {
  const plain = list.map(plainText);
  const whole = plain.filter((word) => !word.endsWith('*'));
  const begun = plain.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  return [
    ...(whole.length > 0
      ? [
          new RegExp(
            String.raw`(?<!\p{L})(?:${whole.map((word) => RegExp.escape(word)).join('|')})(?!\p{L})`,
            'u',
          ),
        ]
      : []),
    ...(begun.length > 0
      ? [new RegExp(String.raw`(?<!\p{L})(?:${begun.map((word) => RegExp.escape(word)).join('|')})`, 'u')]
      : []),
  ];
}
