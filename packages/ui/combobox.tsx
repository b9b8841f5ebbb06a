import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldProps, controlLook, useFieldIds } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';
import { type AsyncOptions, type LoadOptions, useAsyncOptions } from './use-async-options.ts';

type ComboboxTexts = {
  /** Too few letters yet. */
  short: string;
  loading: string;
  none: string;
  failed: string;
  clear: string;
  /** Spoken when options arrive. */
  found: (count: number) => string;
};

type ComboboxProps<Option> = FieldProps & {
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Must be stable between renders: a new function asks again. */
  load: LoadOptions<Option>;
  textOf: (option: Option) => string;
  detailOf?: ((option: Option) => string) | undefined;
  texts: ComboboxTexts;
  minLetters?: number | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
  /** Shows the list in the flow of the page, for a dialog that would cut it off. */
  inline?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
};

/** A text box that finds one of many options. What is typed without a pick is taken back on leaving, unless it names one. */
export function Combobox<Option>({
  label,
  hint,
  error,
  required,
  id,
  value,
  onChange,
  load,
  textOf,
  detailOf,
  texts,
  minLetters = 3,
  name,
  placeholder,
  onBlur,
  inline = false,
  ref,
  className,
}: ComboboxProps<Option>) {
  const ids = useFieldIds({ id, hint, error });
  const listId = `${ids.id}-list`;
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const chosenText = value === null ? '' : textOf(value);
  const text = typed ?? chosenText;
  const found = useAsyncOptions(load, { text, minLetters, active: open && typed !== null });
  const options = found.state === 'ready' ? found.options : [];
  const showsList = open && options.length > 0;

  const close = () => {
    setOpen(false);
    setTyped(null);
    setActive(0);
  };
  const pick = (option: Option) => {
    onChange(option);
    close();
  };
  const type = (next: string) => {
    setTyped(next);
    setOpen(true);
    setActive(0);
    if (next === '' && value !== null) onChange(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = options[active];
    if (event.key === 'Escape' && open) {
      // The same key would close the dialog around it.
      event.stopPropagation();
      close();
    } else if (!showsList) {
      return;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = (active + step + options.length) % options.length;
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      pick(chosen);
    }
  };

  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} required={required} className={className}>
      <div className="relative">
        <input
          ref={ref}
          id={ids.id}
          name={name}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            const named = options.filter((option) => isSame(textOf(option), text));
            if (typed !== null && named.length === 1 && named[0] !== undefined) onChange(named[0]);
            close();
            onBlur?.();
          }}
          aria-autocomplete="list"
          aria-expanded={showsList}
          aria-controls={showsList ? listId : undefined}
          aria-activedescendant={showsList ? `${listId}-${active}` : undefined}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          className={classNames(controlLook, 'pr-13')}
        />
        <span className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-muted">
          {open && found.state === 'loading' && <Spinner size="sm" />}
          {!open && value !== null && (
            <IconButton label={texts.clear} icon={<X className="size-5" />} onClick={() => onChange(null)} />
          )}
          {!open && value === null && <ChevronDown aria-hidden="true" className="size-5" />}
        </span>
        {open && (
          <div
            role="presentation"
            // Keeps the focus in the input, whose loss would close the list under the finger.
            onMouseDown={(event) => event.preventDefault()}
            className={classNames(
              'z-30 mt-2 animate-rise overflow-hidden rounded-field edge bg-raised shadow-raised',
              !inline && 'absolute inset-x-0 top-full',
            )}
          >
            {showsList ? (
              <div
                id={listId}
                role="listbox"
                aria-labelledby={ids.labelId}
                className="max-h-64 overflow-y-auto p-1.5"
              >
                {options.map((option, index) => (
                  <button
                    type="button"
                    tabIndex={-1}
                    key={`${textOf(option)}|${detailOf?.(option) ?? ''}`}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    onPointerMove={() => setActive(index)}
                    onClick={() => pick(option)}
                    className="flex min-h-11 w-full items-center text-left justify-between gap-3 rounded-(--corner-check) px-3 py-2 aria-selected:bg-primary-soft"
                  >
                    <span className="font-medium">{textOf(option)}</span>
                    {detailOf && (
                      <span className={classNames('text-sm', index !== active && 'text-muted')}>
                        {detailOf(option)}
                      </span>
                    )}
                  </button>
                ))}
              </div>
            ) : (
              <p className="px-4 py-3.5 text-[0.9375rem] text-muted">{messageOf(found, texts)}</p>
            )}
          </div>
        )}
        <span role="status" className="sr-only">
          {open && (showsList ? texts.found(options.length) : messageOf(found, texts))}
        </span>
      </div>
    </FieldFrame>
  );
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other.trim(), undefined, { sensitivity: 'base' }) === 0;
}

function messageOf(found: AsyncOptions<unknown>, texts: ComboboxTexts): string {
  const said = { short: texts.short, loading: texts.loading, failed: texts.failed, ready: texts.none };
  return said[found.state];
}
