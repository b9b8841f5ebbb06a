import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type ChipProps = { children: ReactNode; marked?: boolean; className?: string | undefined };

/** A word of few letters that is only read. A marked one stands out. */
export function Chip({ children, marked = false, className }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-9 items-center gap-2 rounded-full border-(length:--stroke) px-3.5 py-1 text-[0.9375rem] leading-tight',
        marked
          ? 'border-primary-line bg-primary-soft text-on-primary-soft'
          : 'border-line bg-surface text-ink',
        className,
      )}
    >
      {children}
    </span>
  );
}

type ChipsProps<Value extends string> = {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  /** With as many as may be chosen, the others can only be let go. */
  most: number;
  onChange: (chosen: Value[]) => void;
};

/** Several answers out of many. */
export function ChipChoice<Value extends string>({
  legend,
  hideLegend = false,
  options,
  chosen,
  most,
  onChange,
}: ChipsProps<Value>) {
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-2.5 font-semibold'}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => {
          const isChosen = chosen.includes(value);
          const isFull = !isChosen && chosen.length >= most;
          return (
            <label
              key={value}
              className={classNames(
                'relative inline-flex min-h-11 items-center rounded-full border-(length:--stroke) px-4 py-1.5 leading-tight transition select-none',
                'has-checked:border-primary-line has-checked:bg-primary-soft has-checked:text-on-primary-soft has-checked:inset-ring-1 has-checked:inset-ring-primary-line',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
                isFull
                  ? 'border-line bg-field text-muted'
                  : 'border-field-line bg-field text-ink hover:border-ink',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull}
                onChange={({ target }) => {
                  const others = chosen.filter((one) => one !== value);
                  onChange(target.checked ? [...others, value] : others);
                }}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none disabled:cursor-not-allowed"
              />
              <span className="pointer-events-none relative">{label}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
