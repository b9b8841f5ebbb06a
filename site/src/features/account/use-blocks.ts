import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BlockedPerson,
  blockPerson,
  listBlocks,
  unblockPerson,
} from '../../../../contract/profile/blocks.ts';
import { call } from '../../shell/api.ts';
import { useMember } from '../../shell/session.ts';
import { forgetPeople } from '../people/known-people.ts';

const blocksKey = (trackerId: string) => [trackerId, 'blocks'];

export function useBlocks() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: blocksKey(trackerId),
    queryFn: async ({ signal }) => (await call(listBlocks, { trackerId }, { signal })).blocked,
    staleTime: 0,
  });
}

/** Lets somebody meet the member again, or not after all. The list shows it at once. */
export function useChangeBlock() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = blocksKey(trackerId);
  return useMutation({
    mutationFn: ({ person: { profileId }, block }: { person: BlockedPerson; block: boolean }) =>
      block ? call(blockPerson, { trackerId, profileId }) : call(unblockPerson, { trackerId, profileId }),
    onMutate: async ({ person, block }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<BlockedPerson[]>(queryKey);
      const others = (list: BlockedPerson[]) => list.filter((one) => one.profileId !== person.profileId);
      client.setQueryData<BlockedPerson[]>(
        queryKey,
        (known) => known && (block ? [person, ...others(known)] : others(known)),
      );
      return { before };
    },
    onError: (_error, _change, kept) => client.setQueryData(queryKey, kept?.before),
    onSuccess: () => forgetPeople(trackerId),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
