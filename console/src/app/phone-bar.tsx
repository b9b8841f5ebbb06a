import { Dialog } from '@base-ui/react/dialog';
import { Menu, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffMember } from '../../../contract/staff/staff.ts';
import { IconButton } from '../../../packages/ui/icon-button.tsx';
import { Rail } from './rail.tsx';
import { Wordmark } from './wordmark.tsx';

/** Below the desk's width the rail waits behind a button. */
export function PhoneBar({ me }: { me: StaffMember | undefined }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-1 border-b border-line bg-surface px-2 lg:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger
          render={<IconButton label={t('menu')} icon={<Menu aria-hidden className="size-5" />} />}
        />
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-30 bg-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup className="fixed inset-y-0 left-0 z-30 w-72 max-w-[85vw] bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-raised transition-[translate] data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
            <Dialog.Close
              render={<IconButton label={t('close')} icon={<X aria-hidden className="size-5" />} />}
              className="absolute top-3 right-2"
            />
            <Rail me={me} onLeave={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Wordmark />
    </header>
  );
}
