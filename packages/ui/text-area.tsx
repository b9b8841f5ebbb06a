import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldProps, controlLook, denseLook, useFieldIds } from './field.tsx';

type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'required' | 'id'> & {
    /** For instance the letters still allowed. */
    counter?: ReactNode;
  };

/** Grows with its text, up to about ten lines. */
export function TextArea({
  label,
  hint,
  error,
  required,
  id,
  counter,
  dense = false,
  className,
  rows = 3,
  ...rest
}: TextAreaProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <FieldFrame {...{ ids, label, hint, error, required, dense, className }}>
      <GrowingTextArea
        {...rest}
        rows={rows}
        id={ids.id}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
        className={dense ? denseLook : controlLook}
      />
      {counter && <p className="mt-1 text-right text-sm text-muted tabular-nums">{counter}</p>}
    </FieldFrame>
  );
}

/** Browsers with `field-sizing` grow the box themselves. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + 2}px`;
}

/** The bare control, for a chat's input. */
export function GrowingTextArea({
  className,
  rows = 1,
  value,
  ref,
  onInput,
  ...rest
}: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = own.current;
    // What it holds may be set from outside, such as when a message was sent.
    if (area && (value === undefined || area.value === value)) grow(area);
  }, [value]);
  return (
    <textarea
      {...rest}
      {...(value === undefined ? {} : { value })}
      ref={(area) => {
        own.current = area;
        return giveRef(ref, area);
      }}
      onInput={(event) => {
        grow(event.currentTarget);
        onInput?.(event);
      }}
      rows={rows}
      style={{ minHeight: `calc(${rows}lh + 1.25rem)` }}
      className={classNames('field-sizing-content max-h-64 resize-none leading-normal', className)}
    />
  );
}

/** Passes an element on to the ref a parent gave, for parts that also keep one of their own. */
function giveRef<T>(ref: Ref<T> | undefined, value: T | null): (() => void) | void {
  if (typeof ref === 'function') {
    const clean = ref(value);
    return typeof clean === 'function' ? () => void clean() : undefined;
  }
  if (ref) ref.current = value;
}
