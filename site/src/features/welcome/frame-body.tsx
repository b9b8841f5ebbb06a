import { useTranslation } from 'react-i18next';
import { safePath } from '../../../../contract/return-path.ts';
import type { PopupBodyProps } from '../../lib/popups.ts';

/** A page of ours to read inside the popup; its scripts do not run there. An address elsewhere shows nothing. */
export function FrameBody({ popup }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const address = safePath(popup.address);
  if (!address) return null;
  return (
    <iframe
      src={address}
      sandbox="allow-same-origin allow-popups"
      title={popup.title ?? t('frame.title')}
      className="h-[60dvh] w-full rounded-field edge bg-surface"
    />
  );
}
