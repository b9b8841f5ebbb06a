import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { denseLook } from './field.tsx';
import type { SelectOption } from './select-field.tsx';

type RowTexts = { label: ReactNode; detail?: ReactNode; icon?: ReactNode };

const rowLook =
  'flex min-h-14 w-full items-center gap-4 px-4 py-3 text-left transition-colors max-xs:flex-wrap max-xs:gap-y-1 sm:px-5 [&>svg]:size-5 [&>svg]:shrink-0';

/** With large text on a phone what is set stands below what it is about. */
const belowLook = 'max-xs:order-last max-xs:basis-full max-xs:text-left';

function RowWords({
  label,
  detail,
  labelId,
  detailId,
}: RowTexts & { labelId?: string | undefined; detailId?: string | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      <span id={labelId} className="block font-medium wrap-normal">
        {label}
      </span>
      {detail && (
        <span id={detailId} className="block text-sm wrap-anywhere text-muted">
          {detail}
        </span>
      )}
    </span>
  );
}

/** Rows of settings, one under the other in a card. */
export function SettingsList({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div
      className={classNames(
        'divide-y divide-line overflow-hidden rounded-card edge bg-surface shadow-card [&_:focus-visible]:-outline-offset-3',
        className,
      )}
    >
      {children}
    </div>
  );
}

type SwitchRowProps = RowTexts &
  Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange' | 'checked'> & {
    checked: boolean;
    onChange: (checked: boolean) => void;
  };

/** A native checkbox says by itself whether it is checked: `aria-checked` on it is an error of the page. */
const asSwitch = { role: 'switch' };

export function SwitchRow({ label, detail, icon, checked, onChange, className, ...rest }: SwitchRowProps) {
  const id = useId();
  return (
    <label className={classNames(rowLook, 'hover:bg-soft', className)}>
      {icon}
      <RowWords label={label} detail={detail} labelId={`${id}-label`} detailId={`${id}-detail`} />
      <input
        {...rest}
        type="checkbox"
        {...asSwitch}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-labelledby={`${id}-label`}
        aria-describedby={detail ? `${id}-detail` : undefined}
        className="relative h-7 w-12 shrink-0 appearance-none rounded-(--corner-round) border-(length:--stroke) border-field-line bg-soft-hover transition-colors before:absolute before:top-1/2 before:left-[3px] before:size-5 before:-translate-y-1/2 before:rounded-(--corner-round) before:bg-muted before:transition checked:border-primary-fill checked:bg-primary-fill checked:before:translate-x-5 checked:before:bg-on-primary focus-visible:outline-offset-2! disabled:opacity-50"
      />
    </label>
  );
}

type SelectRowProps = RowTexts &
  Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children' | 'multiple'> & {
    options: readonly SelectOption[];
    value: string;
    onChange: (value: string) => void;
  };

/** A row with a list to choose from. */
export function SelectRow({
  label,
  detail,
  icon,
  options,
  value,
  onChange,
  className,
  ...rest
}: SelectRowProps) {
  const id = useId();
  return (
    <label className={classNames(rowLook, 'hover:bg-soft', className)}>
      {icon}
      <RowWords label={label} detail={detail} labelId={`${id}-label`} detailId={`${id}-detail`} />
      <span className={classNames('relative shrink-0', belowLook)}>
        <select
          {...rest}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-labelledby={`${id}-label`}
          aria-describedby={detail ? `${id}-detail` : undefined}
          className={classNames(
            denseLook,
            'max-w-44 appearance-none truncate pr-8 max-xs:max-w-none focus-visible:outline-offset-2!',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled} className="text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
        />
      </span>
    </label>
  );
}

type SettingsRowProps = RowTexts & {
  /** What is set now. */
  value?: ReactNode;
  tone?: 'plain' | 'danger' | undefined;
  className?: string | undefined;
} & ({ to: string; onClick?: never } | { onClick: () => void; to?: never });

/** A row that leads somewhere or does something. */
export function SettingsRow({
  label,
  detail,
  icon,
  value,
  tone = 'plain',
  to,
  onClick,
  className,
}: SettingsRowProps) {
  const content = (
    <>
      {icon}
      <RowWords label={label} detail={detail} />
      {value && <span className={classNames('text-right text-sm text-muted', belowLook)}>{value}</span>}
      <ChevronRight aria-hidden="true" className="text-muted" />
    </>
  );
  const look = classNames(
    rowLook,
    'hover:bg-soft active:bg-soft-hover',
    tone === 'danger' && 'text-danger-text',
    className,
  );
  if (to !== undefined) {
    return (
      <Link to={to} className={look}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" onClick={onClick} className={look}>
      {content}
    </button>
  );
}
