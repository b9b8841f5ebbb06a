/** The link in the mail about a sanction: it opens the appeal, and nothing else of the account. */

import { APPEAL_DAYS } from '../../contract/kernel/constants.ts';
import { fail } from '../../contract/kernel/errors.ts';
import { pageAddress } from '../accounts/account-links.ts';
import type { App, LinkContext } from '../app.ts';
import { DAY } from '../platform/clock.ts';
import { readUuid } from '../platform/ids.ts';

interface SanctionLink {
  accountId: string;
  sanctionId: string;
}

export async function makeSanctionLink(
  { links }: Pick<App, 'links'>,
  { origin, brandId, accountId, sanctionId }: SanctionLink & { origin: string; brandId: string },
): Promise<string> {
  const token = await links.make({
    purpose: 'appeal',
    brandId,
    subject: accountId,
    validFor: APPEAL_DAYS * DAY,
    data: { sanctionId },
  });
  return pageAddress(origin, '/appeal', { token });
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
