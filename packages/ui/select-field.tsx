import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldProps, controlLook, denseLook, useFieldIds } from './field.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined };

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'required' | 'id' | 'children' | 'multiple'> & {
    options: readonly SelectOption[];
    /** Shown while nothing is chosen. */
    placeholder?: string | undefined;
  };

/** The browser's own list: on a phone it is the wheel or sheet its owner knows. */
export function SelectField({
  label,
  hint,
  error,
  required,
  id,
  dense = false,
  options,
  placeholder,
  className,
  ...rest
}: SelectFieldProps) {
  const ids = useFieldIds({ id, hint, error });
  const start = placeholder !== undefined && rest.value === undefined && rest.defaultValue === undefined;
  return (
    <FieldFrame {...{ ids, label, hint, error, required, dense, className }}>
      <div className="relative">
        <select
          {...(start ? { defaultValue: '' } : {})}
          {...rest}
          id={ids.id}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          className={classNames(
            dense ? denseLook : controlLook,
            'appearance-none truncate',
            dense ? 'pr-8' : 'pr-12 has-[option[value=""]:checked]:text-muted',
          )}
        >
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled} className="text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className={classNames(
            'pointer-events-none absolute inset-y-0 my-auto text-muted',
            dense ? 'right-2.5 size-4' : 'right-4 size-5',
          )}
        />
      </div>
    </FieldFrame>
  );
}
