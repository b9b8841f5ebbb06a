import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { Keys } from './keys.tsx';

type KeyButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'size'> & {
  icon: LucideIcon;
  /** The letter that does the same. */
  letter: string;
};

/** A button with an icon that can be pressed by a key as well. */
export function KeyButton({ icon: Icon, letter, children, ...button }: KeyButtonProps) {
  return (
    <Button {...button} size="sm" icon={<Icon aria-hidden className="size-4" />}>
      {children}
      <Keys keys={[letter]} />
    </Button>
  );
}
