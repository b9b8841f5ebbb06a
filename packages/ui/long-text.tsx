import { useId, useState } from 'react';

interface LongTextProps {
  text: string;
  more: string;
  less: string;
  className?: string;
}

const SHORT = 90;

/** The first line of a long text; the rest on demand. */
export function LongText({ text, more, less, className = '' }: LongTextProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [firstLine = ''] = text.split('\n');
  const short = firstLine.length > SHORT ? `${firstLine.slice(0, SHORT)}…` : firstLine;
  if (short === text) return <span className={`wrap-anywhere ${className}`}>{text}</span>;
  return (
    <span className="inline-flex min-w-0 flex-col items-start gap-1 text-start">
      <span id={id} className={`wrap-anywhere whitespace-pre-wrap ${className}`}>
        {open ? text : short}
      </span>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        // Beside others of its kind its label names what it belongs to.
        aria-label={`${open ? less : more}: ${short}`}
        onClick={() => setOpen(!open)}
        className="relative touch-target text-xs font-medium text-primary-text underline underline-offset-2"
      >
        {open ? less : more}
      </button>
    </span>
  );
}
