import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { ChevronDown, X } from 'lucide-react';
import { type Ref, useState } from 'react';
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
  const [typed, setTyped] = useState<string | null>(null);
  const open = typed !== null && typed !== '';
  const text = typed ?? (value === null ? '' : textOf(value));
  const found = useAsyncOptions(load, { text, minLetters, active: open });
  const options = found.state === 'ready' ? found.options : [];
  const detail = (option: Option) => detailOf?.(option) ?? '';

  /** A user who goes on without a pick may have typed a whole name. */
  function leave(): void {
    const named = options.filter((option) => isSame(textOf(option), text));
    if (open && named.length === 1 && named[0] !== undefined) onChange(named[0]);
    setTyped(null);
  }

  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} required={required} className={className}>
      <div className="relative">
        <BaseCombobox.Root
          items={options}
          // The options already match what was typed.
          filter={null}
          autoHighlight
          openOnInputClick={false}
          itemToStringLabel={textOf}
          isItemEqualToValue={(one, other) => textOf(one) === textOf(other) && detail(one) === detail(other)}
          value={value}
          onValueChange={(option, { reason }) => {
            onChange(option);
            if (reason !== 'input-clear') setTyped(null);
          }}
          inputValue={text}
          onInputValueChange={(next, { reason }) => {
            if (reason === 'input-change' || reason === 'input-clear') setTyped(next);
          }}
          open={open}
          onOpenChange={(next, { reason }) => {
            if (!next && reason === 'escape-key') setTyped(null);
          }}
        >
          <BaseCombobox.InputGroup className="relative">
            <BaseCombobox.Input
              ref={ref}
              id={ids.id}
              name={name}
              type="text"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              placeholder={placeholder}
              onBlur={leave}
              aria-describedby={ids.describedBy}
              aria-invalid={error ? true : undefined}
              aria-required={required || undefined}
              className={classNames(controlLook, 'pr-13')}
            />
            <span className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-muted">
              {open && found.state === 'loading' && <Spinner size="sm" />}
              {!open && value !== null && (
                <BaseCombobox.Clear
                  render={<IconButton label={texts.clear} icon={<X className="size-5" />} />}
                />
              )}
              {!open && value === null && <ChevronDown aria-hidden="true" className="size-5" />}
            </span>
          </BaseCombobox.InputGroup>
          {open && (
            // Not Base UI's popup, which hides the rest of the page from screen readers while the user types.
            <div
              role="presentation"
              // Keeps the focus in the input, whose loss would close the list under the finger.
              onMouseDown={(event) => event.preventDefault()}
              className={classNames(
                'z-30 mt-2 max-h-64 animate-rise overflow-y-auto overscroll-contain rounded-field edge bg-raised text-ink shadow-raised',
                !inline && 'absolute inset-x-0 top-full',
              )}
            >
              <BaseCombobox.Status
                className={options.length > 0 ? 'sr-only' : 'px-4 py-3.5 text-[0.9375rem] text-muted'}
              >
                {options.length > 0 ? texts.found(options.length) : messageOf(found, texts)}
              </BaseCombobox.Status>
              <BaseCombobox.List aria-labelledby={ids.labelId} className="p-1.5 empty:hidden">
                {(option: Option) => (
                  <BaseCombobox.Item
                    key={`${textOf(option)}|${detail(option)}`}
                    value={option}
                    className="group flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-(--corner-check) px-3 py-2 data-highlighted:bg-primary-soft"
                  >
                    <span className="font-medium">{textOf(option)}</span>
                    {detailOf && (
                      <span className="text-sm text-muted group-data-highlighted:text-inherit">
                        {detailOf(option)}
                      </span>
                    )}
                  </BaseCombobox.Item>
                )}
              </BaseCombobox.List>
            </div>
          )}
        </BaseCombobox.Root>
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
