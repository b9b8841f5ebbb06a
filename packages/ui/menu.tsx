import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type MenuAction = {
  label: string;
  icon?: ReactNode;
  tone?: 'plain' | 'danger' | undefined;
  onClick: () => void;
};

type MenuProps = {
  /** The button that opens it, with a name of its own. */
  trigger: ReactElement;
  actions: readonly MenuAction[];
  /** It was asked for before it was there. */
  opensAtOnce?: boolean;
};

/** A few more things to do, behind one button. */
export function Menu({ trigger, actions, opensAtOnce = false }: MenuProps) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={opensAtOnce}>
      <BaseMenu.Trigger render={trigger} />
      <MenuWindow actions={actions} align="end" />
    </BaseMenu.Root>
  );
}

type FloatingMenuProps = {
  /** What it is about: it opens beside it, and gives the focus back to it. Null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  actions: readonly MenuAction[];
};

/** One menu for many things, of which one at a time is asked about. */
export function FloatingMenu({ anchor, onClose, actions }: FloatingMenuProps) {
  return (
    <BaseMenu.Root
      modal={false}
      open={anchor !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {anchor && <MenuWindow actions={actions} align="start" anchor={anchor} />}
    </BaseMenu.Root>
  );
}

type MenuWindowProps = {
  actions: readonly MenuAction[];
  align: 'start' | 'end';
  anchor?: HTMLElement;
};

function MenuWindow({ actions, align, anchor }: MenuWindowProps) {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner sideOffset={8} align={align} anchor={anchor} className="z-40 outline-none">
        <BaseMenu.Popup
          {...(anchor && { finalFocus: () => anchor })}
          className="min-w-52 rounded-field edge bg-raised py-1.5 text-ink shadow-raised transition-[opacity,scale] outline-none data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
        >
          {actions.map(({ label, icon, tone = 'plain', onClick }) => (
            <BaseMenu.Item
              key={label}
              onClick={onClick}
              className={classNames(
                'flex min-h-12 cursor-pointer items-center gap-3 px-4 font-medium outline-none data-highlighted:bg-soft [&>svg]:size-5',
                tone === 'danger' && 'text-danger-text',
              )}
            >
              {icon}
              {label}
            </BaseMenu.Item>
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}
