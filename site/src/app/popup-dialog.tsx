import {
  BellRing,
  CheckCheck,
  Coins,
  Crown,
  Eye,
  Gift,
  Heart,
  Info,
  KeyRound,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  MailOpen,
  MapPin,
  PauseCircle,
  ScrollText,
  TriangleAlert,
  UsersRound,
} from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#client/store.ts';
import { type Popup, heldStore } from '#site/shell/popups.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { type Picture, type PopupButton, type PopupEntry, popupCatalogue } from './popup-catalogue.ts';

const pictures: Record<Picture, LucideIcon> = {
  lock: LockKeyhole,
  coins: Coins,
  ticks: CheckCheck,
  crown: Crown,
  heart: Heart,
  key: KeyRound,
  people: UsersRound,
  map: MapPin,
  eyes: Eye,
  pause: PauseCircle,
  info: Info,
  mail: MailOpen,
  gift: Gift,
  bell: BellRing,
  scroll: ScrollText,
  door: LogOut,
  warning: TriangleAlert,
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
  const {
    words,
    picture,
    art: Art,
    buttons,
    blocking,
    body: Body,
    goesOnAfter,
  }: PopupEntry = popupCatalogue[popup.name];
  const held = useStore(heldStore, false);
  const { count } = popup;
  const name = popup.person?.screenName;
  const follow = ({ to }: PopupButton) => {
    if (to !== undefined) onGo(typeof to === 'function' ? to(popup) : to);
  };
  const goOn = useEffectEvent(() => {
    if (buttons[0]) follow(buttons[0]);
  });
  useEffect(() => {
    if (!open || goesOnAfter === undefined) return undefined;
    const timer = setTimeout(() => goOn(), goesOnAfter);
    return () => clearTimeout(timer);
  }, [open, goesOnAfter]);
  return (
    <Dialog
      key={popup.name}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      closeLabel={t('shell:close')}
      dismissible={!blocking && !held && !popup.stays}
      fullScreen={blocking === true}
      title={popup.title ?? t(`${words}.title`)}
      text={popup.text ?? t(`${words}.text`, { count, name })}
      picture={
        Art ? (
          <Art popup={popup} waiting={picture && <PopupIcon picture={picture} />} />
        ) : (
          picture && <PopupIcon picture={picture} />
        )
      }
      actions={buttons.map((button, index) => ({
        label: (index === 0 && popup.button) || t(button.words, { name }),
        staysOpen: button.to !== undefined,
        onClick: () => follow(button),
      }))}
    >
      {Body && <Body popup={popup} close={onClose} go={onGo} waiting={<BodySkeleton />} />}
    </Dialog>
  );
}

function PopupIcon({ picture }: { picture: Picture }) {
  const Picture = pictures[picture];
  return (
    <span className="grid size-20 place-items-center rounded-avatar bg-accent-soft text-on-accent-soft">
      <Picture aria-hidden="true" className="size-9" strokeWidth={1.5} />
    </span>
  );
}

function BodySkeleton() {
  const { t } = useTranslation('shell');
  return (
    <Loading label={t('loading')} className="space-y-3">
      <Skeleton shape="card" className="h-12 w-full" />
      <Skeleton shape="card" className="h-13 w-full" />
    </Loading>
  );
}
