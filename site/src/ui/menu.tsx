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
};

/** A few more things to do, behind one button. */
export function Menu({ trigger, actions }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={8} align="end" className="z-40 outline-none">
          <BaseMenu.Popup className="min-w-52 rounded-field edge bg-raised py-1.5 text-ink shadow-raised transition-[opacity,scale] outline-none data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
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
    </BaseMenu.Root>
  );
}
