import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is selected, and not all. */
  some?: boolean;
  onChange: (event: unknown) => void;
}

/** Selects a row, or with the shift key all from the one before. Arrows go up and down, and select on the way with the same key. */
export function SelectBox({ label, checked, some = false, onChange }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = some && !checked;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  const Icon = isMixed ? Minus : Check;
  return (
    <span className="relative inline-grid size-5 place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        onKeyDown={moveOn}
        className="peer size-5 touch-target appearance-none rounded-(--corner-check) border-(length:--stroke) border-field-line bg-field transition checked:border-primary-fill checked:bg-primary-fill indeterminate:border-primary-fill indeterminate:bg-primary-fill hover:border-ink"
      />
      <Icon
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute size-3.5 text-on-primary opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
      />
    </span>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key];
  const boxes = event.currentTarget
    .closest('[role="rowgroup"]')
    ?.querySelectorAll<HTMLInputElement>('[type="checkbox"]');
  if (step === undefined || !boxes) return;
  event.preventDefault();
  const next = boxes[[...boxes].indexOf(event.currentTarget) + step];
  next?.focus();
  if (event.shiftKey && next && !next.checked) next.click();
}
