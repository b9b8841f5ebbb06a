import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

type TooltipProps = {
  text: string;
  /** The control it explains; it needs a name of its own, since a finger never sees the tooltip. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
};

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <BaseTooltip.Provider delay={400}>
      <BaseTooltip.Root>
        <BaseTooltip.Trigger render={children} />
        <BaseTooltip.Portal>
          <BaseTooltip.Positioner side={side} sideOffset={8} className="z-50">
            <BaseTooltip.Popup className="max-w-64 rounded-(--corner-check) bg-inverse px-3 py-2 text-sm text-on-inverse shadow-raised transition-[opacity,scale] data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
              {text}
            </BaseTooltip.Popup>
          </BaseTooltip.Positioner>
        </BaseTooltip.Portal>
      </BaseTooltip.Root>
    </BaseTooltip.Provider>
  );
}
