import { UserRound } from 'lucide-react';
import { classNames } from '../../../../packages/ui/class-names.ts';

/** Which of the photos is shown. */
export function Dots({ current, total }: { current: number; total: number }) {
  if (total < 2) return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-3 mx-auto flex w-fit gap-1.5 rounded-full bg-photo-shade/70 px-2.5 py-2"
    >
      {Array.from({ length: total }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'size-2 rounded-full bg-on-photo transition-opacity',
            index !== current && 'opacity-45',
          )}
        />
      ))}
    </span>
  );
}

/** Somebody without a face. */
export function DrawnPortrait() {
  return (
    <span className="grid size-full place-items-center bg-accent-soft text-on-accent-soft">
      <UserRound aria-hidden="true" className="size-2/5" strokeWidth={0.75} />
    </span>
  );
}
