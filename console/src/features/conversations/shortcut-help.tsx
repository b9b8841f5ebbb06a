import { Keyboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '../../../../packages/client/overlays.ts';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { IconButton } from '../../../../packages/ui/icon-button.tsx';
import { Keys, useKeys } from '../../shell/keys.tsx';

const shortcuts = [
  { keys: ['N'], name: 'next' },
  { keys: ['J', 'K'], name: 'move' },
  { keys: ['↵'], name: 'open' },
  { keys: ['R'], name: 'write' },
  { keys: ['Ctrl', '↵'], name: 'send' },
  { keys: ['Ctrl', '⇧', '↵'], name: 'sendAndNext' },
  { keys: ['Esc'], name: 'leave' },
  { keys: ['H'], name: 'release' },
  { keys: ['T'], name: 'transfer' },
  { keys: ['?'], name: 'help' },
] as const;

/** Which keys do what, behind a button and the question mark. */
export function ShortcutHelp() {
  const { t } = useTranslation(['conversations', 'shell']);
  const { isOpen, open, close } = useOverlay('shortcuts', { endsWithPage: true });
  useKeys({ '?': () => open(true) });
  return (
    <>
      <IconButton
        label={t('shortcuts.title')}
        icon={<Keyboard aria-hidden className="size-5" />}
        className="-my-2 -me-2 text-muted pointer-coarse:hidden"
        onClick={() => open(true)}
      />
      <Dialog
        open={isOpen}
        onClose={() => void close()}
        closeLabel={t('shell:close')}
        title={t('shortcuts.title')}
        text={t('shortcuts.text')}
      >
        <dl className="flex flex-col divide-y divide-line text-sm">
          {shortcuts.map(({ keys, name }) => (
            <div key={name} className="flex items-center justify-between gap-4 py-2">
              <dt>{t(`shortcuts.${name}`)}</dt>
              <dd>
                <Keys keys={keys} />
                <span className="sr-only">{keys.join(' ')}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
