import type { ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { listBrands as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { countAccounts, countProfiles } from './queries.ts';
import { requireOperator } from './require-operator.ts';

/** Counting touches every row of a brand, so it is done where reading does not slow the members down. */
export async function listBrands(context: StaffContext): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  const { brands, replica } = context;
  const [accounts, profiles] = await Promise.all([countAccounts(replica), countProfiles(replica)]);
  const accountsOf = (brandId: string) => accounts.find(({ brand_id }) => brand_id === brandId)?.count ?? 0;
  const profilesOf = (brandId: string, wanted: 'member' | 'staff' | 'ai') =>
    profiles.find(({ brand_id, kind }) => brand_id === brandId && kind === wanted)?.count ?? 0;
  return {
    brands: brands.all().map(({ id, key, settings, flows }) => ({
      key,
      title: settings.title,
      hostnames: settings.hostnames,
      country: settings.country,
      flows: flows.size,
      accounts: accountsOf(id),
      profiles: {
        member: profilesOf(id, 'member'),
        staff: profilesOf(id, 'staff'),
        ai: profilesOf(id, 'ai'),
      },
    })),
  };
}
