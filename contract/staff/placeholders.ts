/** What a snippet leaves open until it is used: `{{name}}` becomes the member's screen name. */

export const PLACEHOLDERS = ['name', 'city', 'age', 'profile'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What is known of the two who talk; null where it is unknown. */
export type PlaceholderValues = Record<Placeholder, string | null>;

const braces = /\{\{([^{}]*)\}\}/g;

/** What stands in braces, whether or not it is a placeholder of ours. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(braces), ([, name = '']) => name.trim()))];
}

/** `{name}` and the like: what was meant for a placeholder, and would be sent as it stands. */
export function singleBracesIn(text: string): string[] {
  return [...new Set(text.match(/(?<!\{)\{[^{}\s]{1,40}\}(?!\})/g) ?? [])];
}

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name);
}

/** The text with whatever is known put in its place. The rest stays as it is and is named. */
export function fillPlaceholders(
  text: string,
  values: PlaceholderValues,
): { text: string; missing: string[] } {
  const filled = text.replaceAll(braces, (whole, inside: string) => {
    const name = inside.trim();
    return isPlaceholder(name) ? (values[name] ?? whole) : whole;
  });
  return { text: filled, missing: placeholdersIn(filled) };
}
