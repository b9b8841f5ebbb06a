import { testTexts } from '#client/testing/test-texts.ts';

testTexts({
  files: import.meta.glob('./*/*.json', { eager: true, import: 'default' }),
  errorFiles: import.meta.glob('../../../contract/locales/*.json', { eager: true, import: 'default' }),
  // With the sets from which the keys of their words are put together.
  sources: import.meta.glob(
    [
      '../**/*.{ts,tsx}',
      '!../**/*.test.{ts,tsx}',
      '../../../packages/client/theme.ts',
      '../../../contract/moderation/{appeals,cases,photo-verification,refusals,reports,sanctions}.ts',
      '../../../contract/billing/providers.ts',
      '../../../contract/chat/messages.ts',
      '../../../contract/brand/{brand,flow,landing,legal,paywalls,parts,texts}.ts',
      '../../../contract/countries/european-union.ts',
      '../../../contract/insight/{pixels,postbacks}.ts',
      '../../../contract/staff/walks.ts',
      '../../../contract/kernel/fields.ts',
      '../../../contract/theme/tokens.ts',
      '../../../packages/client/preview-messages.ts',
      '../../../contract/kernel/staff-rights.ts',
      '../../../contract/notification/kinds.ts',
      '../../../contract/staff/brand-{editing,making,schedule}.ts',
      '../../../contract/staff/home.ts',
      '../../../contract/staff/members.ts',
      '../../../contract/staff/payments.ts',
      '../../../contract/staff/people.ts',
    ],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  ),
});
