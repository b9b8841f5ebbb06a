import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useFieldIds } from './field.tsx';

type CheckboxProps = FieldProps & Omit<ComponentProps<'input'>, 'type' | 'required' | 'id' | 'children'>;

export function Checkbox({ label, hint, error, required, id, className, ...rest }: CheckboxProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <div className={className}>
      <div className="flex items-start gap-1">
        <span className="relative -ml-2.5 grid size-11 shrink-0 place-items-center">
          <input
            {...rest}
            type="checkbox"
            id={ids.id}
            aria-describedby={ids.describedBy}
            aria-invalid={error ? true : undefined}
            aria-required={required || undefined}
            className="peer size-6 appearance-none rounded-(--corner-check) border-(length:--stroke) border-field-line bg-field transition before:absolute before:inset-0 checked:border-primary-fill checked:bg-primary-fill hover:border-ink aria-invalid:border-danger-line disabled:opacity-50"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute size-4 scale-50 text-on-primary opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
          />
        </span>
        <label
          htmlFor={ids.id}
          className="py-2.5 text-[0.9375rem] leading-6 text-ink [&_a]:text-primary-text [&_a]:underline"
        >
          {label}
          {required && <RequiredMark />}
        </label>
      </div>
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </div>
  );
}
