import { testTexts } from '#client/testing/test-texts.ts';

testTexts({
  files: import.meta.glob('./*/*.json', { eager: true, import: 'default' }),
  errorFiles: import.meta.glob('../../../contract/locales/*.json', { eager: true, import: 'default' }),
  sources: import.meta.glob(
    [
      '../**/*.{ts,tsx}',
      // Whose names are words of the cookie page.
      '../../../contract/insight/cookies.ts',
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
