import { classNames } from './class-names.ts';

const sizes = { sm: 'size-4', md: 'size-5', lg: 'size-7' };

const starPath = 'M12 1.8l3.1 6.6 7.1.9-5.2 5 1.3 7.1L12 17.9l-6.3 3.5L7 14.3l-5.2-5 7.1-.9z';

type StarsProps = {
  /** 0 to 5, shown to the half. */
  value: number;
  /** "4.6 of 5 stars". */
  label: string;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
};

export function Stars({ value, label, size = 'md', className }: StarsProps) {
  const halves = Math.round(value * 2);
  return (
    <span role="img" aria-label={label} className={classNames('inline-flex gap-0.5', className)}>
      {Array.from({ length: 5 }, (_, index) => (
        <Star key={index} filled={Math.min(2, Math.max(0, halves - index * 2))} className={sizes[size]} />
      ))}
    </span>
  );
}

function Star({ filled, className }: { filled: number; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path d={starPath} className="fill-soft-hover" />
      {filled === 2 && <path d={starPath} className="fill-star" />}
      {filled === 1 && <path d="M12 1.8v16.1l-6.3 3.5L7 14.3l-5.2-5 7.1-.9z" className="fill-star" />}
    </svg>
  );
}
