import { type ComponentProps, type ReactElement, cloneElement, useState } from 'react';
import type { MenuAction } from '#ui/menu.tsx';
import { lazyPart } from './lazy-part.tsx';

const OpenableMenu = lazyPart(async () => (await import('#ui/menu.tsx')).Menu);
const fetchMenu = () => void OpenableMenu.preload().catch(() => undefined);

type MenuProps = {
  /** The button that opens it, with a name of its own. */
  trigger: ReactElement<ComponentProps<'button'>>;
  actions: readonly MenuAction[];
};

/** A few more things to do, behind one button. The menu is fetched as soon as the button is pointed at. */
export function Menu({ trigger, actions }: MenuProps) {
  const [asked, setAsked] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchMenu,
    onFocus: fetchMenu,
    onClick: () => setAsked(true),
  });
  if (!asked) return button;
  return <OpenableMenu trigger={trigger} actions={actions} opensAtOnce waiting={button} />;
}
