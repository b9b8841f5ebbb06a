import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { type OwnProfile, saveOwnProfile } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { ownProfileKey } from '../use-profile-form.ts';

export type Answers = Omit<InputOf<typeof saveOwnProfile>, 'trackerId'>;

/** Saves what a member says of themselves. The pages know it at once, and ask again for what the server made of it. */
export function useAnswering() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const key = ownProfileKey(trackerId);
  return useMutation({
    mutationFn: (answers: Answers) => call(saveOwnProfile, { trackerId, ...answers }),
    onSuccess: ({ user }, answers) => {
      updateMember(withUser, user);
      client.setQueryData<OwnProfile>(key, (known) => known && withAnswers(known, answers));
      void client.invalidateQueries({ queryKey: key });
    },
  });
}

function withAnswers(profile: OwnProfile, { passedSteps = [], age, ...answers }: Answers): OwnProfile {
  // That they are introduced is for the server to say.
  const said = Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => name !== 'introduced' && value !== undefined),
  );
  return {
    ...profile,
    ...said,
    ...(age !== undefined && { age }),
    passedSteps: [...new Set([...profile.passedSteps, ...passedSteps])],
  };
}
