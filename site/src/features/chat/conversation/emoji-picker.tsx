import { Popover } from '@base-ui/react/popover';
import { Smile } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';

/** Few enough to be found at a glance: faces, warmth, and what evenings are made of. */
const emoji = [
  ['😀', '😄', '😂', '🤣', '😊', '🙂', '😉', '😍'],
  ['🥰', '😘', '😇', '😋', '😜', '🤗', '🤔', '😏'],
  ['😌', '😴', '🥱', '😎', '🤩', '🥳', '😮', '😳'],
  ['🥺', '😢', '😭', '😅', '🙈', '🙄', '😬', '😱'],
  ['❤️', '🧡', '💛', '💚', '💙', '💜', '💔', '✨'],
  ['👍', '👎', '👏', '🙌', '🤝', '🙏', '💪', '👋'],
  ['🌹', '🌷', '🌻', '🌙', '☀️', '⭐', '🔥', '🎉'],
  ['☕', '🍷', '🍕', '🍝', '🍰', '🎵', '🎬', '✈️'],
].flat();

const COLUMNS = 8;
const steps: Partial<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

type EmojiPickerProps = {
  onPick: (sign: string) => void;
  /** Where one goes on writing once it is closed. */
  finalFocus: () => HTMLElement | null;
};

/** For those who write at a desk: a phone's keyboard has one of its own. */
export function EmojiPicker({ onPick, finalFocus }: EmojiPickerProps) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton
            label={t('write.emoji')}
            icon={<Smile aria-hidden="true" className="size-5" />}
            className="my-0.5 text-muted!"
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={8} className="z-40 outline-none">
          <Popover.Popup
            finalFocus={finalFocus}
            aria-label={t('write.emoji')}
            className="rounded-field edge bg-raised p-2 text-ink shadow-raised outline-none"
          >
            <div role="group" aria-label={t('write.emoji')} className="grid grid-cols-8">
              {emoji.map((sign, index) => (
                <button
                  key={sign}
                  type="button"
                  tabIndex={index === 0 ? 0 : -1}
                  onKeyDown={moveFocus}
                  onClick={() => {
                    onPick(sign);
                    setOpen(false);
                  }}
                  className="grid size-10 place-items-center rounded-field text-2xl hover:bg-soft focus-visible:bg-soft"
                >
                  {sign}
                </button>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const signs = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])];
  signs[signs.indexOf(event.currentTarget) + step]?.focus();
}
