import {
  Eye,
  Heart,
  Info,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  PauseCircle,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Popup } from '../lib/popups.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type PopupEntry, popupCatalogue } from './popup-catalogue.ts';

const pictures: Record<PopupEntry['picture'], LucideIcon> = {
  lock: LockKeyhole,
  heart: Heart,
  key: KeyRound,
  people: UsersRound,
  map: MapPin,
  eyes: Eye,
  pause: PauseCircle,
  info: Info,
};

type PopupDialogProps = {
  popup: Popup;
  open: boolean;
  onClose: () => void;
  onGo: (to: string) => void;
  onClosed: () => void;
};

export function PopupDialog({ popup, open, onClose, onGo, onClosed }: PopupDialogProps) {
  const { t } = useTranslation(['popups', 'shell']);
  const { words, picture, buttons, blocking = false } = popupCatalogue[popup.name];
  const Picture = pictures[picture];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      closeLabel={t('shell:close')}
      dismissible={!blocking}
      fullScreen={blocking}
      title={popup.title ?? t(`${words}.title`)}
      text={popup.text ?? t(`${words}.text`)}
      picture={
        <span className="grid size-20 place-items-center rounded-avatar bg-accent-soft text-on-accent-soft">
          <Picture aria-hidden="true" className="size-9" strokeWidth={1.5} />
        </span>
      }
      actions={buttons.map(({ words: label, to }, index) => ({
        label: (index === 0 && popup.button) || t(label),
        staysOpen: to !== undefined,
        onClick: to === undefined ? undefined : () => onGo(to),
      }))}
    />
  );
}
