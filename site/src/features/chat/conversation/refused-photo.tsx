import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppealState, useRefusal } from '#site/features/account/appeals.tsx';
import { refusalWords } from '#site/features/account/profile-status.tsx';
import { PhotoNote } from './photo-note.tsx';

/** In the place of a photo of the member's own that was refused: why, and what can be said against it. */
export function RefusedPhoto({ id }: { id: string }) {
  const { t } = useTranslation(['chat', 'profile', 'decisions']);
  const refusal = useRefusal('chat_photo', id);
  return (
    <>
      <PhotoNote icon={<ImageOff aria-hidden="true" />}>
        {refusal
          ? t('photo.rejectedWhy', { reason: t(`profile:${refusalWords[refusal.reason]}`) })
          : t('photo.rejected')}
      </PhotoNote>
      {refusal && (
        <div className="max-w-72 px-4 pt-2.5 pb-3">
          <AppealState decision={refusal} />
        </div>
      )}
    </>
  );
}
