/** The fields of a draft, each named by its path. */

import { useState } from 'react';
import { useFormat } from '#console/shell/format.tsx';
import { SelectField, type SelectOption } from '#ui/select-field.tsx';
import { SwitchRow } from '#ui/settings-row.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useContentField } from './content-form.tsx';

interface FieldOptions {
  field: string;
  label: string;
  hint?: string | undefined;
}

export function TextAt({
  field,
  label,
  hint,
  maxLength,
  type,
}: FieldOptions & { maxLength: number; type?: 'url' }) {
  const { value, error, change } = useContentField(field);
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      name={field}
      type={type ?? 'text'}
      value={typeof value === 'string' ? value : ''}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={type !== 'url'}
      onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
    />
  );
}

interface NumberOptions extends FieldOptions {
  /** Reads what is typed. What it cannot read is kept as it was typed, and marked. */
  read: (typed: string) => number | undefined;
  show: (value: number) => string;
  inputMode: 'numeric' | 'decimal';
}

function TypedNumber({ field, label, hint, read, show, inputMode }: NumberOptions) {
  const { value, error, change } = useContentField(field);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typeof value === 'number' ? show(value) : typeof value === 'string' ? value : '';
  // "29," is on its way to being "29,90": what is typed stays as it is while it means the same.
  const isSame = typed !== null && (read(typed) ?? typed.trim()) === (value ?? '');
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      name={field}
      value={isSame ? typed : shown}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={12}
      className="tabular-nums"
      onChange={({ target }) => {
        const text = target.value.trim();
        setTyped(target.value);
        change(text === '' ? undefined : (read(text) ?? text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

export function NumberAt(options: FieldOptions) {
  return (
    <TypedNumber
      {...options}
      inputMode="numeric"
      read={(typed) => (/^\d{1,10}$/.test(typed.trim()) ? Number(typed) : undefined)}
      show={String}
    />
  );
}

export function MoneyAt(options: FieldOptions) {
  const format = useFormat();
  return <TypedNumber {...options} inputMode="decimal" read={centsOf} show={format.decimal} />;
}

/** "24,90", "24.9" or "24" in cents. */
function centsOf(typed: string): number | undefined {
  const [, euros, rest = ''] = /^(\d{1,6})(?:[.,](\d{0,2}))?$/.exec(typed.trim()) ?? [];
  return euros === undefined ? undefined : Number(euros) * 100 + Number(rest.padEnd(2, '0'));
}

/** A switch; what it says where nothing is written yet is the contract's own default. */
export function SwitchAt({ field, label, hint, byDefault = false }: FieldOptions & { byDefault?: boolean }) {
  const { value, change } = useContentField(field);
  return (
    <SwitchRow
      label={label}
      detail={hint}
      name={field}
      checked={typeof value === 'boolean' ? value : byDefault}
      onChange={change}
    />
  );
}

const NONE = '';

/** What is written, as a choice of the list; what fits none of them is shown as it stands in the draft. */
function choiceOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface ChoiceOptions extends FieldOptions {
  options: readonly SelectOption[];
  /** The words for nothing at all, where that is a choice. */
  none?: string;
  /** What counts where nothing is written. */
  byDefault?: string;
  /** How a choice is written; as it stands in the list without it. */
  write?: (chosen: string) => unknown;
}

export function ChoiceAt({ field, label, hint, options, none, byDefault, write }: ChoiceOptions) {
  const { value, error, change } = useContentField(field);
  const shown = choiceOf(value) ?? byDefault ?? NONE;
  const isKnown = options.some((option) => option.value === shown);
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      name={field}
      value={shown}
      options={[
        ...(none === undefined ? [] : [{ value: NONE, label: none }]),
        ...options,
        ...(isKnown || shown === NONE ? [] : [{ value: shown, label: shown }]),
      ]}
      onChange={({ target }) =>
        change(target.value === NONE ? undefined : (write?.(target.value) ?? target.value))
      }
    />
  );
}
