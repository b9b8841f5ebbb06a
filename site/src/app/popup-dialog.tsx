import {
  CheckCheck,
  Coins,
  Crown,
  Eye,
  Gift,
  Heart,
  Info,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  MailOpen,
  MapPin,
  PauseCircle,
  ScrollText,
  TriangleAlert,
  UsersRound,
} from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Popup, stays } from '../lib/popups.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { type PopupEntry, popupCatalogue } from './popup-catalogue.ts';

const pictures: Record<PopupEntry['picture'], LucideIcon> = {
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
  scroll: ScrollText,
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
  const { words, picture, art: Art, buttons, blocking = false, body: Body } = popupCatalogue[popup.name];
  const { count } = popup;
  const name = popup.person?.screenName;
  return (
    <Dialog
      key={popup.name}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      closeLabel={t('shell:close')}
      dismissible={!blocking && !stays(popup)}
      fullScreen={blocking}
      title={popup.title ?? t(`${words}.title`)}
      text={popup.text ?? t(`${words}.text`, { count, name })}
      picture={
        Art ? (
          <Suspense fallback={<PopupIcon picture={picture} />}>
            <Art popup={popup} />
          </Suspense>
        ) : (
          <PopupIcon picture={picture} />
        )
      }
      actions={buttons.map(({ words: label, to }, index) => ({
        label: (index === 0 && popup.button) || t(label, { name }),
        staysOpen: to !== undefined,
        onClick: () => {
          if (to !== undefined) onGo(typeof to === 'function' ? to(popup) : to);
        },
      }))}
    >
      {Body && (
        <Suspense fallback={<BodySkeleton />}>
          <Body popup={popup} close={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}

function PopupIcon({ picture }: Pick<PopupEntry, 'picture'>) {
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
