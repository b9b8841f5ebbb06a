/** The parts of a menu in which one of several is chosen. */

import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

export const menuItemLook =
  'flex min-h-8 cursor-default items-center gap-2 rounded-field px-2.5 text-[0.8125rem] outline-none select-none data-highlighted:bg-soft pointer-coarse:min-h-11';

interface ChoiceMenuProps {
  side: 'top' | 'bottom';
  /** Within this element, so that it belongs to a landmark. */
  home: HTMLElement | null;
  children: ReactNode;
}

export function ChoiceMenu({ side, home, children }: ChoiceMenuProps) {
  return (
    <BaseMenu.Portal container={home}>
      <BaseMenu.Positioner side={side} align="start" sideOffset={6} className="z-40 outline-none">
        <BaseMenu.Popup className="max-h-(--available-height) w-56 overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          {children}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}

export function Choice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <BaseMenu.RadioItem value={value} className={menuItemLook} closeOnClick>
      <span className="grid size-4 shrink-0 place-items-center">
        <BaseMenu.RadioItemIndicator>
          <Check aria-hidden className="size-4 text-primary-text" />
        </BaseMenu.RadioItemIndicator>
      </span>
      {children}
    </BaseMenu.RadioItem>
  );
}

export function GroupLabel({ children }: { children: ReactNode }) {
  return (
    <BaseMenu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted">
      {children}
    </BaseMenu.GroupLabel>
  );
}

export function Separator() {
  return <BaseMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}
