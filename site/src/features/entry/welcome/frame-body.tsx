import { useTranslation } from 'react-i18next';
import { safePath } from '../../../../../contract/kernel/return-path.ts';
import type { PopupBodyProps } from '../../../shell/popups.ts';

/**
 * A page to read inside the popup. Scripts of a page of ours do not run there; a page elsewhere, which the server has let
 * through, runs as nobody: it has neither our origin nor its own.
 */
export function FrameBody({ popup }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const own = safePath(popup.address);
  const elsewhere = popup.address?.startsWith('https://') ? popup.address : undefined;
  const address = own ?? elsewhere;
  if (!address) return null;
  return (
    <iframe
      src={address}
      sandbox={own ? 'allow-same-origin allow-popups' : 'allow-scripts allow-forms allow-popups'}
      referrerPolicy="no-referrer"
      title={popup.title ?? t('frame.title')}
      className="h-[60dvh] w-full rounded-field edge bg-surface"
    />
  );
}
