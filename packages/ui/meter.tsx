type MeterProps = {
  value: number;
  max?: number | undefined;
  label: string;
  /** The value in words, shown and spoken. */
  text: string;
  className?: string | undefined;
};

/** How much of something there is, for instance how complete a profile is. */
export function Meter({ value, max = 100, label, text, className }: MeterProps) {
  const share = Math.min(1, Math.max(0, value / max));
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline justify-between gap-x-3 max-xs:flex-wrap">
        <span className="font-semibold">{label}</span>
        <span className="text-sm text-muted tabular-nums">{text}</span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        className="h-2.5 overflow-hidden rounded-(--corner-round) bg-soft-hover"
      >
        <div
          className="h-full rounded-(--corner-round) bg-(image:--meter) transition-[width]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
