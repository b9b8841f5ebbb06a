import { CreditCard, WalletCards } from 'lucide-react';
import type { Method } from './methods.ts';

/** Nobody's trademark: a letter each, drawn by hand. */
const drawings = {
  paypal: (
    <path d="M9.5 17.5l1.4-11h3a2.8 2.8 0 0 1 0 5.6h-3.3" strokeLinecap="round" strokeLinejoin="round" />
  ),
  googlepay: <path d="M15.6 8.4a5 5 0 1 0 1.4 4h-4.6" strokeLinecap="round" strokeLinejoin="round" />,
  applepay: <path d="M7.8 17l4.2-10.5L16.2 17M9.3 13.4h5.4" strokeLinecap="round" strokeLinejoin="round" />,
};

/** A plain mark for a way of paying. */
export function MethodMark({ method }: { method: Method }) {
  const look = 'grid size-9 shrink-0 place-items-center rounded-(--corner-check) bg-soft text-ink';
  if (method === 'card') {
    return (
      <span aria-hidden="true" className={look}>
        <CreditCard className="size-5" strokeWidth={1.75} />
      </span>
    );
  }
  if (method === 'on_file') {
    return (
      <span aria-hidden="true" className={look}>
        <WalletCards className="size-5" strokeWidth={1.75} />
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={look}>
      <svg viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="2.2">
        <circle cx="12" cy="12" r="10" strokeWidth="1.4" opacity="0.5" />
        {drawings[method]}
      </svg>
    </span>
  );
}
