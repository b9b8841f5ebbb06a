import { useId } from 'react';
import { FieldError } from '#ui/field.tsx';

interface FileFieldProps {
  label: string;
  hint: string;
  accept: string;
  error?: string | undefined;
  file: File | null;
  onFile: (file: File | null) => void;
}

export function FileField({ label, hint, accept, error, file, onFile }: FileFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onChange={({ target }) => {
          const [chosen = null] = target.files ?? [];
          // Closing the dialog without a choice takes nothing back.
          if (chosen !== null || file === null) onFile(chosen);
        }}
        className="block w-full text-sm file:me-3 file:min-h-11 file:rounded-button file:border file:border-solid file:border-field-line file:bg-surface file:px-4 file:font-semibold file:text-ink"
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
