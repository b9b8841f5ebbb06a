import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveOwnProfile } from '../../../../../contract/profile/own-profile.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { call } from '../../../shell/api.ts';
import type { Town } from '../../../shell/find-towns.ts';
import { withUser } from '../../../shell/me.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { signOut, updateMember, useMember } from '../../../shell/session.ts';
import { TownField } from '../../../shell/town-field.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';

/** Asks where somebody lives, without which nobody nearby can be shown. */
export function RegionBody() {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const form = useRef<HTMLFormElement>(null);
  const [town, setTown] = useState<Town | null>(null);
  const [missing, setMissing] = useState(false);
  const { busy, refusal, attempt } = useAttempt();

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(town === null);
    if (town === null) form.current?.querySelector('input')?.focus();
    else void attempt(() => save(town));
  }

  async function save({ region, city }: Town) {
    const { user } = await call(saveOwnProfile, { trackerId, region, city });
    updateMember(withUser, user);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <TownField
        inline
        value={town}
        onChange={(chosen) => {
          setTown(chosen);
          setMissing(false);
        }}
        error={missing ? t('setRegion.missing') : undefined}
      />
      {refusal && <RefusalNote refusal={refusal} />}
      <Button type="submit" size="lg" wide loading={busy}>
        {t('setRegion.save')}
      </Button>
      <Button variant="ghost" wide onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </form>
  );
}
