import { classNames } from '../../../../packages/ui/class-names.ts';

export type CreditLevel = 'full' | 'medium' | 'empty';

const looks: Record<CreditLevel, { colour: string; wedge: string | null }> = {
  full: { colour: 'text-success-text', wedge: 'M12 12m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0' },
  medium: { colour: 'text-warning-text', wedge: 'M12 5.5a6.5 6.5 0 0 1 0 13z' },
  empty: { colour: 'text-danger-text', wedge: null },
};

/** How much is left, as a small disc that empties. The label says it in words. */
export function CreditIndicator({
  level,
  label,
  className,
}: {
  level: CreditLevel;
  label: string;
  className?: string | undefined;
}) {
  const { colour, wedge } = looks[level];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 24 24"
      className={classNames('size-5 shrink-0', colour, className)}
    >
      <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2" />
      {wedge && <path d={wedge} fill="currentColor" />}
    </svg>
  );
}
