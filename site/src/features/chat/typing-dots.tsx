import { classNames } from '../../../../packages/ui/class-names.ts';
import { VisuallyHidden } from '../../../../packages/ui/visually-hidden.tsx';

const delays = ['', '[animation-delay:160ms]', '[animation-delay:320ms]'];

/** Somebody is writing. The label says who. */
export function TypingDots({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <span role="status" className={classNames('inline-flex items-center gap-1.25 py-1.5', className)}>
      {delays.map((delay) => (
        <span
          key={delay}
          aria-hidden="true"
          className={classNames('size-2 animate-typing rounded-full bg-accent', delay)}
        />
      ))}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
