/** The link in the mail about a sanction: it opens the appeal, and nothing else of the account. */

import { fail } from '#contract/kernel/errors.ts';
import type { App, LinkContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import type { LinkToMake } from '#server/mails/mail-links.ts';
import { monthsAfter } from '#server/platform/clock.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { readUuid } from '#server/platform/ids.ts';

interface SanctionLink {
  accountId: string;
  sanctionId: string;
}

export function sanctionLink(
  app: Pick<App, 'clock' | 'origins'>,
  brand: Brand,
  { accountId, sanctionId }: SanctionLink,
): LinkToMake {
  const now = app.clock.now();
  return {
    page: `${siteOrigin(app, brand)}/appeal`,
    purpose: 'appeal',
    subject: accountId,
    validFor: monthsAfter(now, brand.settings.appealMonths).getTime() - now.getTime(),
    data: { sanctionId },
  };
}

export async function openSanctionLink({
  app: { links },
  brandId,
  linkToken,
}: LinkContext): Promise<SanctionLink> {
  const { subject, data } = await links.open(linkToken, { purpose: 'appeal', brandId });
  return {
    accountId: readUuid(subject) ?? fail('link.invalid'),
    sanctionId: readUuid(String(data['sanctionId'])) ?? fail('link.invalid'),
  };
}
