import { useQuery } from '@tanstack/react-query';
import { listSanctions } from '../../../../contract/moderation/sanctions.ts';
import { call } from '../../shell/api.ts';

/** Somebody's account at a brand. */
export interface Sanctioned {
  brand: string;
  accountId: string;
}

export const sanctionsKey = ({ brand, accountId }: Sanctioned) => ['sanctions', brand, accountId] as const;

export function useSanctions(member: Sanctioned) {
  const { brand, accountId } = member;
  return useQuery({
    queryKey: sanctionsKey(member),
    queryFn: ({ signal }) => call(listSanctions, { brand, accountId }, { signal }),
  });
}
