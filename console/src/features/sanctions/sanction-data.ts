import { useQuery } from '@tanstack/react-query';
import { listSanctions } from '../../../../contract/moderation/sanctions.ts';
import { call } from '../../shell/api.ts';
import { type Place, membersKey } from '../members/member-data.ts';

/** They belong to what is known about a member: what changes the one changes the other. */
export function useSanctions({ brand, accountId }: Place) {
  return useQuery({
    queryKey: [...membersKey, 'sanctions', brand, accountId],
    queryFn: ({ signal }) => call(listSanctions, { brand, accountId }, { signal }),
  });
}
