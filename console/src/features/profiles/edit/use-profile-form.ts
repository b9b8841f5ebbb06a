import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { useSubmitForm } from '#console/shell/forms.tsx';
import { Failure } from '#contract/kernel/errors.ts';
import { changeHouseProfile, readHouseProfile } from '#contract/staff/house-profiles.ts';
import type { HouseProfile } from '#contract/staff/house-profiles.ts';
import { useToast } from '#ui/toast.tsx';
import { profileKey, profilesKey } from '../profiles-data.ts';
import { profileSchema, valuesOf } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';
import { type Rebased, rebase } from './rebase.ts';

/** A colleague has saved the profile while it was edited here. */
export interface Meanwhile extends Pick<Rebased<ProfileValues>, 'clashes'> {
  by: string | null;
  at: number;
}

export type ProfileForm = ReturnType<typeof useProfileForm>['form'];

/** The form of a profile, each change against the revision that it was made from. Nothing typed is lost to another's save. */
export function useProfileForm(brand: string, profile: HouseProfile) {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const client = useQueryClient();
  /** What the form began with. */
  const [base, setBase] = useState(profile);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const { id } = profile;
  const form = useSubmitForm({
    defaults: valuesOf(base.settings),
    schema: async () => profileSchema,
    words: { hours: t('hours.wrong') },
    fieldOf: { 'team.unknown': 'teamId' },
    async submit(settings) {
      const sent = form.values();
      try {
        const saved = await call(changeHouseProfile, { brand, id, revision: base.revision, ...settings });
        moveTo(saved, sent);
        setMeanwhile(null);
        client.setQueryData(profileKey({ brand, id }), saved);
        toast({ kind: 'success', text: t('saved', { name: saved.settings.screenName }) });
        await client.invalidateQueries({ queryKey: [...profilesKey, 'list'] });
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'house_profile.changed') throw error;
        meet(await call(readHouseProfile, { brand, id }));
      }
    },
  });

  /** The form now stands on another revision. What differs from `since` was typed after that. */
  function moveTo(next: HouseProfile, since: ProfileValues): Rebased<ProfileValues> {
    const theirs = valuesOf(next.settings);
    const rebased = rebase(since, form.values(), theirs);
    form.reset(theirs);
    for (const name of Object.keys(theirs) as (keyof ProfileValues)[])
      form.change(name, rebased.values[name]);
    setBase(next);
    return rebased;
  }

  function meet(theirs: HouseProfile): void {
    const { clashes } = moveTo(theirs, valuesOf(base.settings));
    setMeanwhile({ ...theirs.changed, clashes });
  }

  const follow = useEffectEvent((known: HouseProfile) => {
    if (known.revision <= base.revision || form.busy) return;
    if (form.isDirty) meet(known);
    else moveTo(known, form.values());
  });
  // It was read again, when the user came back to this tab for instance.
  useEffect(() => follow(profile), [profile]);

  return { form, base, meanwhile, forgetMeanwhile: () => setMeanwhile(null) };
}
