import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldProps, controlLook, denseLook, useFieldIds } from './field.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'required' | 'id'> & {
    /** Stands inside the box, before or after the text. */
    start?: ReactNode;
    end?: ReactNode;
  };

export function TextField({
  label,
  hint,
  error,
  required,
  id,
  dense = false,
  start,
  end,
  className,
  ...rest
}: TextFieldProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <FieldFrame {...{ ids, label, hint, error, required, dense, className }}>
      <div className="relative">
        {start && (
          <span
            className={classNames(
              'pointer-events-none absolute inset-y-0 left-0 grid place-items-center text-muted',
              dense ? 'w-9' : 'w-12',
            )}
          >
            {start}
          </span>
        )}
        <input
          type="text"
          {...rest}
          id={ids.id}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          className={classNames(
            dense ? denseLook : controlLook,
            start ? (dense ? 'pl-9' : 'pl-12') : null,
            end ? 'pr-13' : null,
          )}
        />
        {end && <span className="absolute inset-y-0 right-0.5 grid place-items-center">{end}</span>}
      </div>
    </FieldFrame>
  );
}
