import { Check } from 'lucide-react';
import { type ReactNode, type Ref, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useFieldIds } from './field.tsx';

export type RadioCard<Value extends string> = {
  value: Value;
  label: ReactNode;
  detail?: ReactNode;
  picture?: ReactNode;
};

type RadioCardsProps<Value extends string> = FieldProps & {
  name: string;
  options: readonly RadioCard<Value>[];
  value: Value | null | undefined;
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  columns?: 1 | 2 | 3 | undefined;
  /** Where the question already stands as a heading, the legend is only spoken. */
  hideLabel?: boolean | undefined;
  /** Receives the first radio, so that a form can bring the focus here. */
  ref?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
};

const grids = { 1: 'grid-cols-1', 2: 'grid-cols-2 max-xs:grid-cols-1', 3: 'grid-cols-3 max-xs:grid-cols-1' };

export function RadioCards<Value extends string>({
  label,
  hint,
  error,
  required,
  id,
  name,
  options,
  value,
  onChange,
  onBlur,
  columns = 2,
  hideLabel = false,
  ref,
  className,
}: RadioCardsProps<Value>) {
  const ids = useFieldIds({ id, hint, error });
  const group = useRef<HTMLFieldSetElement>(null);

  // What was chosen before the page came to life stands in the page alone, until the next render takes it away.
  const noteChosen = useEffectEvent(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const option = options.find((each) => each.value === chosen);
    if (option && option.value !== value) onChange(option.value);
  });
  useLayoutEffect(() => noteChosen(), []);

  return (
    <fieldset
      ref={group}
      id={ids.id}
      role="radiogroup"
      aria-describedby={ids.describedBy}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
      className={className}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-2 text-[0.9375rem] font-semibold text-ink'}>
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className={classNames('grid gap-3', grids[columns])}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex min-h-14 items-center justify-center gap-3 rounded-field border-(length:--stroke) bg-field px-4 py-3 text-center font-semibold text-ink transition',
              'hover:border-ink has-checked:border-primary-line has-checked:bg-primary-soft has-checked:text-on-primary-soft has-checked:inset-ring-1 has-checked:inset-ring-primary-line',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
              error ? 'border-danger-line' : 'border-field-line',
            )}
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-field outline-none"
            />
            {option.picture}
            <span className="pointer-events-none relative">
              {option.label}
              {option.detail && <span className="block text-sm font-normal">{option.detail}</span>}
            </span>
            <span
              aria-hidden="true"
              className="absolute -top-2 -right-2 grid size-5.5 scale-50 place-items-center rounded-(--corner-round) bg-primary-fill text-on-primary opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
            >
              <Check strokeWidth={3.5} className="size-3.5" />
            </span>
          </label>
        ))}
      </div>
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </fieldset>
  );
}
