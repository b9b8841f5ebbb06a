import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { PreviewMode } from '#contract/staff/brand-preview.ts';
import { classNames } from '#ui/class-names.ts';

/** In CSS pixels of the page that is shown. The desk comes first: the phone stands before it. */
const sizes = {
  desk: { width: 1280, height: 832 },
  phone: { width: 390, height: 844 },
} as const;

export type Device = keyof typeof sizes;
export const devices: readonly Device[] = ['desk', 'phone'];

/** Around what a device shows. */
const EDGE = 10;
/** A phone alone is not drawn larger than it is. */
const LARGEST_PHONE = 390;
/** Beside a desk the phone takes this much of the width, and hangs over its lower edge by this much of its height. */
const PHONE_SHARE = 0.29;
const PHONE_HANGS = 0.12;

interface DeviceFrameProps {
  devices: readonly Device[];
  mode: PreviewMode;
  children: (device: Device) => ReactNode;
}

/** One device or both, as large as the width allows. */
export function DeviceFrame({ devices: shown, mode, children }: DeviceFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const both = shown.length > 1;
  const widthOf = (device: Device) => {
    if (device === 'desk') return width;
    return both ? Math.max(width * PHONE_SHARE, Math.min(width, 150)) : Math.min(width, LARGEST_PHONE);
  };
  const heightOf = (device: Device) => {
    const { width: full, height } = sizes[device];
    return ((widthOf(device) - 2 * EDGE) * height) / full + 2 * EDGE;
  };
  const whole = both
    ? Math.max(heightOf('desk'), heightOf('phone')) + heightOf('phone') * PHONE_HANGS
    : heightOf(shown[0] ?? 'phone');
  return (
    <div ref={box} className="relative min-w-0" style={{ height: width > 0 ? whole : undefined }}>
      {width > 0 &&
        shown.map((device) => (
          <div
            key={device}
            style={{ width: widthOf(device), height: heightOf(device), padding: EDGE }}
            className={classNames(
              'absolute shadow-raised',
              device === 'phone'
                ? 'rounded-[1.75rem] bg-inverse'
                : 'rounded-[0.75rem] border border-line bg-surface',
              both && device === 'phone' ? 'right-0 bottom-0' : 'top-0 left-1/2 -translate-x-1/2',
            )}
          >
            <Scaled device={device} width={widthOf(device) - 2 * EDGE} mode={mode}>
              {children(device)}
            </Scaled>
          </div>
        ))}
    </div>
  );
}

interface ScaledProps {
  device: Device;
  width: number;
  mode: PreviewMode;
  children: ReactNode;
}

function Scaled({ device, width, mode, children }: ScaledProps) {
  const { width: full, height } = sizes[device];
  return (
    <div
      className={classNames(
        'size-full overflow-hidden',
        device === 'phone' ? 'rounded-[1.125rem]' : 'rounded-[0.25rem]',
        mode === 'dark' ? 'scheme-dark' : 'scheme-light',
      )}
    >
      <div style={{ width: full, height, transform: `scale(${width / full})` }} className="origin-top-left">
        {children}
      </div>
    </div>
  );
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
