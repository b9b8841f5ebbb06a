import { CreditCard, WalletCards } from 'lucide-react';
import type { Method } from './methods.ts';

/** The methods' own marks, in their own colours, on the white that they are meant for. */
const drawings = {
  paypal: (
    <>
      <path
        fill="#001c64"
        d="M7.3 2.6h6.400c3.3 0 5.3 1.9 4.8 5.1-.6 3.7-3.3 5.6-6.9 5.600H9.300l-1 5.900H4.500z"
      />
      <path
        fill="#0070e0"
        d="M18.6 7.700c1.3.8 1.9 2.2 1.6 4-.6 3.7-3.2 5.5-6.7 5.500h-1.700l-.9 4.900H7.400l.5-2.900h1.300l1-5.900h1.900c3.5 0 5.9-1.9 6.5-5.600z"
      />
    </>
  ),
  googlepay: (
    <g fill="none" strokeWidth="3.4">
      <path stroke="#ea4335" d="M17.4 7.500A7.2 7.2 0 0 0 5.6 8.7" />
      <path stroke="#fbbc04" d="M5.6 8.700a7.2 7.2 0 0 0 0 6.6" />
      <path stroke="#34a853" d="M5.6 15.300a7.2 7.2 0 0 0 11.3 1.9" />
      <path stroke="#4285f4" d="M16.9 17.200A7.2 7.2 0 0 0 19.2 12v-.2h-7.2" />
    </g>
  ),
  applepay: (
    <path
      fill="#000"
      d="M15.8 2.300c.1 1.2-.4 2.3-1 3.1-.7.8-1.8 1.5-2.9 1.4-.1-1.1.4-2.3 1-3 .7-.9 1.9-1.5 2.9-1.500zM19.3 16.800c-.5 1.1-.8 1.6-1.4 2.6-.9 1.4-2.2 3.1-3.7 3.1-1.4 0-1.8-.9-3.7-.9s-2.3.9-3.7.9c-1.5 0-2.7-1.6-3.6-3C.900 15.7.6 11.2 2.2 8.900c1.1-1.7 2.9-2.7 4.5-2.7 1.7 0 2.8.9 4.2.9 1.3 0 2.2-.9 4.1-.9 1.5 0 3.1.8 4.2 2.2-3.7 2-3.1 7.3.1 8.400z"
      transform="translate(1.2 0)"
    />
  ),
};

/** The mark of a payment method. */
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
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-(--corner-check) ring-1 ring-line"
      style={{ background: '#fff' }}
    >
      <svg viewBox="0 0 24 24" className="size-6">
        {drawings[method]}
      </svg>
    </span>
  );
}
