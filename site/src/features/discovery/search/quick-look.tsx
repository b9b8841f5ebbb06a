import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/profile/people.ts';
import { nameAndAge, PersonWindow } from '#site/features/people/person-summary.tsx';
import { PhotoVerifiedTag } from '#site/features/people/photo-verified.tsx';
import { paths } from '#site/shell/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type QuickLookProps = {
  open: boolean;
  person: Person | undefined;
  /** Offers to write at once. */
  toChat: boolean;
  onClose: () => void;
};

/** A person at a glance, before going to the whole profile. */
export function QuickLook({ open, person, toChat, onClose }: QuickLookProps) {
  const { t } = useTranslation(['find', 'shell']);
  const [shown, setShown] = useState<Person | null>(null);
  if (person && person !== shown) setShown(person);
  if (!shown) return null;
  const { id, screenName: name, city, about } = shown;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setShown(null)}
      closeLabel={t('shell:close')}
      picture={<PersonWindow person={shown} sizes="240px" className="max-w-60" />}
      title={nameAndAge(shown)}
      text={
        <>
          {city && (
            <span className="flex items-center justify-center gap-1.5">
              <MapPin aria-hidden="true" className="size-4" />
              {city}
            </span>
          )}
          {shown.photoVerified && (
            <span className="mt-2 block">
              <PhotoVerifiedTag />
            </span>
          )}
          {about && <span className="mt-3 block text-ink">{about}</span>}
        </>
      }
    >
      {/* They take the place of this look in the history, so that Back leads to the list. */}
      <div className="flex flex-col gap-2.5">
        {toChat && (
          <ButtonLink to={paths.chat(id)} replace size="lg" wide>
            {t('look.write', { name })}
          </ButtonLink>
        )}
        <ButtonLink to={paths.person(id)} replace size="lg" wide variant={toChat ? 'secondary' : 'primary'}>
          {t('look.profile')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
