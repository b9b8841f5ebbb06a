import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type OwnProfile, readOwnProfile, saveOwnProfile } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { useUnderWay } from '#site/shell/under-way.ts';
import {
  type ProfileDraft,
  type ProfileFields,
  changedFields,
  changesIn,
  fieldOrder,
  fieldsOf,
  isSame,
  profileDraft,
  toSave,
} from './profile-fields.ts';

export const ownProfileKey = (trackerId: string) => [trackerId, 'profile'];

export function useOwnProfile() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: ownProfileKey(trackerId),
    queryFn: ({ signal }) => call(readOwnProfile, { trackerId }, { signal }),
  });
}

/** The form about oneself: what is typed lies over what is saved, until it is saved itself. */
export function useProfileForm(profile: OwnProfile, onSaved: (changes: ProfileDraft) => void) {
  const { trackerId } = useMember();
  const { mutateAsync } = useSaveProfile();
  const saved = fieldsOf(profile);
  const form = useSubmitForm<ProfileFields, ProfileDraft>({
    defaults: { ...saved, ...readDraft(trackerId) },
    schema: async () => changedFields(saved),
    async submit(changes) {
      await mutateAsync(changes);
      onSaved(changes);
    },
    fieldOf: { 'field.name': 'screenName' },
  });

  // Each field is watched, so that the page knows at every letter whether there is something to save.
  const typed = Object.fromEntries(fieldOrder.map((name) => [name, form.watch(name)])) as ProfileFields;
  const changes = changesIn(saved, typed);
  const draft = JSON.stringify(changes);
  const dirty = draft !== '{}';
  useUnderWay(dirty);
  useEffect(() => storeDraft(trackerId, draft), [trackerId, draft]);
  useSavedValues(profile, typed, form.change);

  return { ...form, dirty, discard: () => form.reset(saved) };
}

/** A field that is not being edited follows what is saved: the server may have tidied it, or another tab has saved. */
function useSavedValues(
  profile: OwnProfile,
  typed: ProfileFields,
  change: ReturnType<typeof useSubmitForm<ProfileFields, ProfileDraft>>['change'],
): void {
  const known = useRef<ProfileFields | null>(null);
  const follow = useEffectEvent((saved: ProfileFields) => {
    const before = known.current ?? saved;
    known.current = saved;
    for (const name of fieldOrder) {
      if (isSame(typed[name], before[name]) && !isSame(typed[name], saved[name])) change(name, saved[name]);
    }
  });
  useEffect(() => follow(fieldsOf(profile)), [profile]);
}

function useSaveProfile() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProfileDraft) => call(saveOwnProfile, { trackerId, ...toSave(changes) }),
    onSuccess: ({ user }, changes) => {
      updateMember(withUser, user);
      const key = ownProfileKey(trackerId);
      client.setQueryData<OwnProfile>(key, (known) => (known ? withSaved(known, changes) : known));
      // The server may have tidied what was typed.
      void client.invalidateQueries({ queryKey: key });
    },
  });
}

function withSaved(profile: OwnProfile, { place, ...changes }: ProfileDraft): OwnProfile {
  return { ...profile, ...changes, ...place };
}

/** For this tab only: an unsaved draft should not wait for the next person at this computer. */
const nameFor = (trackerId: string) => `profileDraft.${trackerId}`;

function readDraft(trackerId: string): ProfileDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameFor(trackerId)) ?? '{}');
    return (profileDraft.safeParse(kept).data ?? {}) as ProfileDraft;
  } catch {
    return {};
  }
}

function storeDraft(trackerId: string, draft: string): void {
  try {
    if (draft === '{}') sessionStorage.removeItem(nameFor(trackerId));
    else sessionStorage.setItem(nameFor(trackerId), draft);
  } catch {
    // Without storage the draft lives as long as the page.
  }
}
