import { CircleCheck } from 'lucide-react';

/** Green, because it is done. */
export function PaidArt() {
  return (
    <span className="grid size-20 place-items-center rounded-avatar bg-success-soft text-on-success-soft">
      <CircleCheck aria-hidden="true" className="size-10" strokeWidth={1.5} />
    </span>
  );
}
