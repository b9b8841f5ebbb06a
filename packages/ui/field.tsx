import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** What every field shows around its control. */
export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  id?: string | undefined;
  /** Small, and named only for screen readers: for a filter above a list. `labelled` shows the name: for a long form. */
  dense?: boolean | 'labelled' | undefined;
};

export type FieldIds = {
  id: string;
  labelId: string;
  hintId: string | undefined;
  errorId: string | undefined;
  describedBy: string | undefined;
};

export function useFieldIds({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>): FieldIds {
  const made = useId();
  const own = id ?? made;
  const hintId = hint ? `${own}-hint` : undefined;
  const errorId = error ? `${own}-error` : undefined;
  return {
    id: own,
    labelId: `${own}-label`,
    hintId,
    errorId,
    describedBy: classNames(errorId, hintId) || undefined,
  };
}

export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-danger-text">
      {' *'}
    </span>
  );
}

export function FieldHint({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-muted">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string | undefined; children: string | undefined }) {
  if (!children) return null;
  return (
    <p id={id} className="mt-1.5 flex animate-rise items-start gap-1.5 text-sm font-medium text-danger-text">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}

type FieldFrameProps = Omit<FieldProps, 'id'> & {
  ids: FieldIds;
  children: ReactNode;
  className?: string | undefined;
};

export function FieldFrame({
  ids,
  label,
  hint,
  error,
  required,
  dense = false,
  children,
  className,
}: FieldFrameProps) {
  return (
    <div className={className}>
      <label id={ids.labelId} htmlFor={ids.id} className={labelLook(dense)}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children}
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </div>
  );
}

const controlEdge =
  'block w-full rounded-field border-(length:--stroke) border-field-line bg-field text-ink transition-[border-color,box-shadow,background-color] hover:border-ink focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-danger-line aria-invalid:focus-visible:outline-danger-line disabled:cursor-not-allowed disabled:bg-soft disabled:text-muted [&:is(input,textarea):read-only]:bg-soft';

/** The box of a text-like control. */
export const controlLook = `${controlEdge} min-h-12 px-4 py-2.5 text-base`;
function labelLook(dense: FieldProps['dense']): string {
  if (dense === true) return 'sr-only';
  if (dense) return 'mb-1 block text-[0.8125rem] font-medium text-ink';
  return 'mb-1.5 block text-[0.9375rem] font-semibold text-ink';
}

/** Without the larger text of a touch screen its browser would zoom in on the field. */
export const denseLook = `${controlEdge} min-h-9 px-2.5 text-sm max-lg:text-base pointer-coarse:min-h-11`;
