import { testTexts } from '#client/testing/test-texts.ts';

/** The words of popups stand in the contract, because operators may change them. */
const popups = import.meta.glob<Record<string, never>>('../../../contract/brand/popups/locales/*.json', {
  eager: true,
  import: 'default',
});

testTexts({
  files: {
    ...import.meta.glob('./*/*.json', { eager: true, import: 'default' }),
    ...Object.fromEntries(
      Object.entries(popups).map(([path, texts]) => [
        `./${path.slice(-'it.json'.length, -'.json'.length)}/popups.json`,
        texts,
      ]),
    ),
  },
  errorFiles: import.meta.glob('../../../contract/locales/*.json', { eager: true, import: 'default' }),
  sources: import.meta.glob(
    [
      '../**/*.{ts,tsx}',
      // Whose names are words of the cookie page, of the signs on messages, and of who is met and in which order.
      '../../../contract/insight/cookies.ts',
      '../../../contract/chat/messages.ts',
      '../../../contract/discovery/{dealbreakers,preferences}.ts',
      '!../gallery/**',
      '!../**/*.test.{ts,tsx}',
      '!../testing/**',
    ],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  ),
});
