import { Slider as BaseSlider } from '@base-ui/react/slider';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type SliderProps = {
  /** What it changes, for those who don't see it. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** The value in words. */
  valueText?: string | undefined;
  start?: ReactNode;
  end?: ReactNode;
  className?: string | undefined;
};

export function Slider({ label, value, onChange, min, max, step, ...rest }: SliderProps) {
  const { valueText, start, end, className } = rest;
  return (
    <div className={classNames('flex items-center gap-3', className)}>
      {start}
      <BaseSlider.Root
        value={value}
        onValueChange={(next) => onChange(next)}
        min={min}
        max={max}
        step={step}
        thumbAlignment="edge-client-only"
        className="min-w-0 flex-1"
      >
        <BaseSlider.Control className="flex h-11 cursor-pointer touch-none items-center select-none">
          <BaseSlider.Track className="h-2 w-full rounded-(--corner-round) bg-soft-hover">
            <BaseSlider.Thumb
              aria-label={label}
              getAriaValueText={(shown) => valueText ?? shown}
              className="size-6 rounded-(--corner-round) bg-primary-fill has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
            />
          </BaseSlider.Track>
        </BaseSlider.Control>
      </BaseSlider.Root>
      {end}
    </div>
  );
}
