import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** Browsers draw track and thumb each under its own name, and no rule may name two of them. */
const sliderLook = classNames(
  'h-11 min-w-0 flex-1 cursor-pointer appearance-none rounded-(--corner-round) bg-transparent',
  '[&::-webkit-slider-runnable-track]:h-2 [&::-webkit-slider-runnable-track]:rounded-(--corner-round) [&::-webkit-slider-runnable-track]:bg-soft-hover',
  '[&::-webkit-slider-thumb]:-mt-2 [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-(--corner-round) [&::-webkit-slider-thumb]:bg-primary-fill',
  '[&::-moz-range-track]:h-2 [&::-moz-range-track]:rounded-(--corner-round) [&::-moz-range-track]:bg-soft-hover',
  '[&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:rounded-(--corner-round) [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-primary-fill',
);

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'value' | 'onChange'> & {
  label: ReactNode;
  value: number;
  onChange: (value: number) => void;
  /** The value in words. */
  valueText?: string | undefined;
  start?: ReactNode;
  end?: ReactNode;
};

export function Slider({ label, value, onChange, valueText, start, end, className, ...rest }: SliderProps) {
  const id = useId();
  return (
    <div className={classNames('flex items-center gap-3', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {start}
      <input
        {...rest}
        id={id}
        type="range"
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className={sliderLook}
      />
      {end}
    </div>
  );
}
