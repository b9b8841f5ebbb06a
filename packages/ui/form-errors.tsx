import { CircleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode, Ref } from 'react';

export type FormError = {
  text: string;
  /** The field it is about; the line then leads there. */
  fieldId?: string | undefined;
};

type FormErrorsProps = {
  title: string;
  errors?: readonly FormError[] | undefined;
  /** The way on. */
  actions?: ReactNode;
  ref?: Ref<HTMLDivElement> | undefined;
};

/** What went wrong with a whole form. Spoken at once; a form may also bring the focus here. */
export function FormErrors({ title, errors, actions, ref }: FormErrorsProps) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex animate-rise gap-3 rounded-field bg-danger-soft p-4 text-on-danger-soft"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">{title}</p>
        {errors && errors.length > 0 && (
          <ul className="mt-1 text-sm">
            {errors.map(({ text, fieldId }) => (
              <li key={text}>
                {fieldId ? (
                  <a
                    href={`#${fieldId}`}
                    onClick={(event) => focusField(event, fieldId)}
                    className="inline-flex min-h-11 items-center underline underline-offset-2"
                  >
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        )}
        {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}

const control = 'input, select, textarea, button';

/** Straight into the control, without the address bar and its history noticing. */
function focusField(event: MouseEvent, fieldId: string): void {
  event.preventDefault();
  const field = document.getElementById(fieldId);
  const target = field?.matches(control) ? field : field?.querySelector<HTMLElement>(control);
  target?.focus();
}
