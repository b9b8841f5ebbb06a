import { SelectField, type SelectOption } from '#ui/select-field.tsx';

interface FilterSelectProps {
  label: string;
  /** What it says where nothing is chosen. */
  any: string;
  value: string | undefined;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

/** One choice of a filter bar; empty for any. */
export function FilterSelect({ label, any, value = '', options, onChange }: FilterSelectProps) {
  return (
    <SelectField
      dense
      label={label}
      value={value}
      options={[{ value: '', label: any }, ...options]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
