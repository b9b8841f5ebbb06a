import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';

export type MenuAction = {
  label: string;
  icon?: ReactNode;
  tone?: 'plain' | 'danger' | undefined;
  /** Where the focus goes once it is chosen, where that is not back to what the menu is about. */
  focusAfter?: () => HTMLElement | null;
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
  /** One of a few signs, above the actions. */
  choices?: MenuChoices | undefined;
};

/** Signs in a row, of which one is chosen. */
export type MenuChoices = {
  label: string;
  value: string | null;
  options: readonly { value: string; sign: string; label: string }[];
  onChange: (value: string) => void;
};

/** One menu for many things, of which one at a time is asked about. */
export function FloatingMenu({ anchor, onClose, actions, choices }: FloatingMenuProps) {
  return (
    <BaseMenu.Root
      modal={false}
      open={anchor !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {anchor && <MenuWindow actions={actions} align="start" anchor={anchor} choices={choices} />}
    </BaseMenu.Root>
  );
}

type MenuWindowProps = {
  actions: readonly MenuAction[];
  align: 'start' | 'end';
  anchor?: HTMLElement;
  choices?: MenuChoices | undefined;
};

function MenuWindow({ actions, align, anchor, choices }: MenuWindowProps) {
  const focusAfter = useRef<MenuAction['focusAfter']>(undefined);
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner sideOffset={8} align={align} anchor={anchor} className="z-40 outline-none">
        <BaseMenu.Popup
          {...(anchor && { finalFocus: () => focusAfter.current?.() ?? anchor })}
          className="min-w-52 rounded-field edge bg-raised py-1.5 text-ink shadow-raised transition-[opacity,scale] outline-none data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
        >
          {choices && <ChoiceRow {...choices} />}
          {actions.map(({ label, icon, tone = 'plain', focusAfter: next, onClick }) => (
            <BaseMenu.Item
              key={label}
              onClick={() => {
                focusAfter.current = next;
                onClick();
              }}
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

/** Reached by the arrow keys like the actions below it; the sign that is chosen can be chosen again, to take it away. */
function ChoiceRow({ label, value, options, onChange }: MenuChoices) {
  return (
    <div
      role="group"
      aria-label={label}
      className="mb-1 flex border-b-(length:--stroke) border-line px-1.5 pb-1.5"
    >
      {options.map((option) => (
        <BaseMenu.CheckboxItem
          key={option.value}
          checked={option.value === value}
          closeOnClick
          aria-label={option.label}
          onCheckedChange={() => onChange(option.value)}
          className="grid size-11 cursor-pointer place-items-center rounded-full text-2xl outline-none data-checked:bg-accent-soft data-highlighted:bg-soft"
        >
          <span aria-hidden="true">{option.sign}</span>
        </BaseMenu.CheckboxItem>
      ))}
    </div>
  );
}
