import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../contract/profile/own-profile.ts';
import { readOwnProfile, saveOwnProfile } from '../../../../contract/profile/own-profile.ts';
import { call } from '../../shell/api.ts';
import { withUser } from '../../shell/me.ts';
import { updateMember, useMember } from '../../shell/session.ts';
import { type ProfileDraft, toSave } from './profile-fields.ts';

const keyOf = (trackerId: string) => [trackerId, 'profile'];

export function useOwnProfile() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: keyOf(trackerId),
    queryFn: ({ signal }) => call(readOwnProfile, { trackerId }, { signal }),
  });
}

export function useSaveProfile() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProfileDraft) => call(saveOwnProfile, { trackerId, ...toSave(changes) }),
    onSuccess: ({ user }, changes) => {
      updateMember(withUser, user);
      const key = keyOf(trackerId);
      client.setQueryData<OwnProfile>(key, (known) => (known ? withSaved(known, changes) : known));
      // The server may have tidied what was typed.
      void client.invalidateQueries({ queryKey: key });
    },
  });
}

function withSaved(profile: OwnProfile, { place, ...changes }: ProfileDraft): OwnProfile {
  return { ...profile, ...changes, ...place };
}
