import { useEffect, useState } from 'react';
import type { OwnProfile } from '../../../../contract/profile/own-profile.ts';
import { codeOf } from '../../shell/explain.ts';
import { useMember } from '../../shell/session.ts';
import { useUnderWay } from '../../shell/under-way.ts';
import { goTo } from './completeness.tsx';
import { keepDraft, readDraft } from './draft-storage.ts';
import {
  type FieldFaults,
  type FieldName,
  type ProfileDraft,
  type ProfileFields,
  changesIn,
  faultsIn,
  fieldId,
  fieldOfCode,
  fieldsOf,
  firstFault,
  withoutSaved,
} from './profile-fields.ts';
import { useSaveProfile } from './use-own-profile.ts';

/** The form about oneself: what is typed lies over what is saved, until it is saved itself. */
export function useProfileForm(profile: OwnProfile, onSaved: (changes: ProfileDraft) => void) {
  const { trackerId } = useMember();
  const [draft, setDraft] = useState(() => readDraft(trackerId));
  const [faults, setFaults] = useState<FieldFaults>({});
  const [problem, setProblem] = useState<unknown>(null);
  const { mutateAsync, isPending } = useSaveProfile();
  const saved = fieldsOf(profile);
  const changes = changesIn(saved, draft);
  const dirty = Object.keys(changes).length > 0;

  useUnderWay(dirty);
  useEffect(() => keepDraft(trackerId, draft), [trackerId, draft]);

  const refuse = (found: FieldFaults) => {
    setFaults(found);
    const first = firstFault(found);
    if (first) goTo(fieldId(first));
  };

  async function save(): Promise<void> {
    if (isPending || !dirty) return;
    setProblem(null);
    const found = faultsIn(changes);
    if (firstFault(found)) return refuse(found);
    setFaults({});
    try {
      await mutateAsync(changes);
    } catch (error) {
      const code = codeOf(error);
      const field = code && fieldOfCode[code];
      if (field) refuse({ [field]: code });
      else setProblem(error);
      return;
    }
    setDraft((latest) => withoutSaved(latest, changes));
    onSaved(changes);
  }

  return {
    fields: { ...saved, ...draft },
    faults,
    problem,
    dirty,
    saving: isPending,
    save,
    change<N extends FieldName>(name: N, value: ProfileFields[N]) {
      setDraft((latest) => ({ ...latest, [name]: value }));
      setFaults((known) => ({ ...known, [name]: undefined }));
    },
    discard() {
      setDraft({});
      setFaults({});
      setProblem(null);
    },
  };
}
