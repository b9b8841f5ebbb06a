import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
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
  inline = false,
  ref,
  className,
}: ComboboxProps<Option>) {
  const ids = useFieldIds({ id, hint, error });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  const [typed, setTyped] = useState<string | null>(null);
  const open = typed !== null && typed !== '';
  const text = typed ?? (value === null ? '' : textOf(value));
  const found = useAsyncOptions(load, { text, minLetters, active: open });
  const options = open && found.state === 'ready' ? found.options : noOptions;
  const detail = (option: Option) => detailOf?.(option) ?? '';
  const keyOf = (option: Option) => `${textOf(option)}|${detail(option)}`;
  // With other options it is the first again.
  const [highlight, setHighlight] = useState<{ among: readonly unknown[]; index: number }>({
    among: options,
    index: 0,
  });
  const index = highlight.among === options ? highlight.index : 0;
  const highlighted = options[index];
  const optionId = (at: number) => `${listId}-${at}`;

  useEffect(() => {
    if (highlighted !== undefined)
      document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [highlighted, index, listId]);

  function choose(option: Option | null): void {
    onChange(option);
    setTyped(null);
  }

  function handleKey(event: KeyboardEvent): void {
    if (!open || event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && options.length > 0)
      setHighlight({ among: options, index: (index + move + options.length) % options.length });
    else if (event.key === 'Enter' && highlighted !== undefined) choose(highlighted);
    else if (event.key === 'Escape') {
      setTyped(null);
      // The dialog around it stays.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  function type(next: string): void {
    if (next === '') onChange(null);
    setTyped(next);
  }

  /** A user who goes on without a pick may have typed a whole name. */
  function leave(): void {
    const named = options.filter((option) => isSame(textOf(option), text));
    if (open && named.length === 1 && named[0] !== undefined) onChange(named[0]);
    setTyped(null);
  }

  function clear(): void {
    choose(null);
    input.current?.focus();
  }

  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} required={required} className={className}>
      <div className="relative">
        <div className="relative">
          <input
            ref={input}
            id={ids.id}
            name={name}
            type="text"
            role="combobox"
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={handleKey}
            onBlur={leave}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder={placeholder}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={highlighted === undefined ? undefined : optionId(index)}
            aria-describedby={ids.describedBy}
            aria-invalid={error ? true : undefined}
            aria-required={required || undefined}
            className={classNames(controlLook, 'pr-13')}
          />
          <span className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-muted">
            {open && found.state === 'loading' && <Spinner size="sm" />}
            {!open && value !== null && (
              // The keyboard clears the text itself.
              <IconButton label={texts.clear} icon={<X className="size-5" />} tabIndex={-1} onClick={clear} />
            )}
            {!open && value === null && <ChevronDown aria-hidden="true" className="size-5" />}
          </span>
        </div>
        {open && (
          <div
            role="presentation"
            // Keeps the focus in the input, whose loss would close the list under the finger.
            onMouseDown={(event) => event.preventDefault()}
            className={classNames(
              'z-30 mt-2 animate-rise overflow-hidden rounded-field edge bg-raised text-ink shadow-raised',
              !inline && 'absolute inset-x-0 top-full',
            )}
          >
            <div
              role="status"
              className={options.length > 0 ? 'sr-only' : 'px-4 py-3.5 text-[0.9375rem] text-muted'}
            >
              {options.length > 0 ? texts.found(options.length) : messageOf(found, texts)}
            </div>
            <div
              role="listbox"
              id={listId}
              aria-labelledby={ids.labelId}
              className="max-h-64 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
            >
              {options.map((option, at) => (
                // The keys are the input's, which keeps the focus.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={keyOf(option)}
                  role="option"
                  id={optionId(at)}
                  aria-selected={value !== null && keyOf(option) === keyOf(value)}
                  data-highlighted={at === index || undefined}
                  onPointerMove={() => at !== index && setHighlight({ among: options, index: at })}
                  onClick={() => choose(option)}
                  className="group flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-(--corner-check) px-3 py-2 data-highlighted:bg-primary-soft"
                >
                  <span className="font-medium">{textOf(option)}</span>
                  {detailOf && (
                    <span className="text-sm text-muted group-data-highlighted:text-inherit">
                      {detailOf(option)}
                    </span>
                  )}
                </div>
              ))}
            </div>
          </div>
        )}
      </div>
    </FieldFrame>
  );
}

/** The same each time. */
const noOptions: readonly never[] = [];

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other.trim(), undefined, { sensitivity: 'base' }) === 0;
}

function messageOf(found: AsyncOptions<unknown>, texts: ComboboxTexts): string {
  const said = { short: texts.short, loading: texts.loading, failed: texts.failed, ready: texts.none };
  return said[found.state];
}
