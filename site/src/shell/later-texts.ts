/** A page's words, by the file they are in. */
export type TextFiles = Record<string, () => Promise<Record<string, unknown>>>;

/** The words of everything but the first page. Their list grows with the product, and the landing should not. */
export const laterTexts: TextFiles = {
  ...import.meta.glob<Record<string, unknown>>(['../locales/*/*.json', '!../locales/*/{shell,home}.json'], {
    import: 'default',
  }),
  ...import.meta.glob<Record<string, unknown>>(
    ['../../../contract/**/locales/*.json', '!../../../contract/notification/{push,messenger}/**'],
    { import: 'default' },
  ),
};
