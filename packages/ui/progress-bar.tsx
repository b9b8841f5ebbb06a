import { classNames } from './class-names.ts';

type StepsProps = { step: number; steps: number; label: string; className?: string | undefined };

/** Where one is in a short series of questions. The label says it in words: "Step 2 of 3". */
export function Steps({ step, steps, label, className }: StepsProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={step}
      aria-valuetext={label}
      className={classNames('flex gap-1.5', className)}
    >
      {Array.from({ length: steps }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'h-1.5 flex-1 rounded-(--corner-round) transition-colors',
            index < step ? 'bg-primary-line' : 'bg-soft-hover',
          )}
        />
      ))}
    </div>
  );
}

type ProgressBarProps = {
  /** 0 to 100, or null while it is unknown. */
  value: number | null;
  label: string;
  /** What is shown beside the label: "64 %". */
  text?: string | undefined;
  className?: string | undefined;
};

export function ProgressBar({ value, label, text, className }: ProgressBarProps) {
  return (
    <div className={className}>
      <div className="mb-1.5 flex justify-between gap-x-3 text-sm max-xs:flex-wrap">
        <span className="font-semibold">{label}</span>
        {text && <span className="text-muted tabular-nums">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(value === null ? {} : { 'aria-valuenow': Math.round(value) })}
        className="h-2 overflow-hidden rounded-(--corner-round) bg-soft-hover"
      >
        <div
          className={classNames(
            'h-full rounded-(--corner-round) bg-primary-line transition-[width] ease-out',
            value === null && 'w-full animate-twinkle',
          )}
          {...(value === null ? {} : { style: { width: `${Math.min(100, Math.max(0, value))}%` } })}
        />
      </div>
    </div>
  );
}
