/** The link in the mail about a sanction: it opens the appeal, and nothing else of the account. */

import { fail } from '../../contract/kernel/errors.ts';
import { pageAddress } from '../accounts/account-links.ts';
import type { App, LinkContext } from '../app.ts';
import type { Brand } from '../brands/directory.ts';
import { monthsAfter } from '../platform/clock.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import { readUuid } from '../platform/ids.ts';

interface SanctionLink {
  accountId: string;
  sanctionId: string;
}

export async function makeSanctionLink(
  app: App,
  brand: Brand,
  { accountId, sanctionId }: SanctionLink,
): Promise<string> {
  const now = app.clock.now();
  const token = await app.links.make({
    purpose: 'appeal',
    brandId: brand.id,
    subject: accountId,
    validFor: monthsAfter(now, brand.settings.appealMonths).getTime() - now.getTime(),
    data: { sanctionId },
  });
  return pageAddress(siteOrigin(app, brand), '/appeal', { token });
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
