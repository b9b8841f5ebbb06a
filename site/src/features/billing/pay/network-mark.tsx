import type { ReactNode } from 'react';
import { CreditCard } from 'lucide-react';
import type { CardNetwork } from '../../../../../contract/billing/card.ts';

const names: Record<CardNetwork, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
};

const circles = (
  <>
    <circle cx="15.5" cy="12" r="6.5" fill="currentColor" opacity="0.85" />
    <circle cx="22.5" cy="12" r="6.5" fill="currentColor" opacity="0.45" />
  </>
);

/** Plain drawings of our own, in the colour of the text. */
const drawings: Record<CardNetwork, ReactNode> = {
  visa: (
    <path
      d="M6 7.5l3.2 9 3.6-9M15.4 7.5l-1.6 9M23 8.4c-1.4-1.2-5-1.2-5 .9 0 2.4 4.4 1.7 4.1 4.5-.3 2.5-3.8 2.5-5.3 1.1M25 16.5l4-9 2.6 9M26.4 13.6h4.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  mastercard: circles,
  maestro: (
    <>
      {circles}
      <path d="M8 20.5h22" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  amex: (
    <path
      d="M4.5 16l3-8 3 8M5.6 13.4h3.8M13 16V8l3 4.5L19 8v8M27 8h-4.6v8H27M22.4 12h3.8M29.5 8l4.5 8M34 8l-4.5 8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
};

/** Whether there is a drawing for what a provider calls a network. */
export function isDrawn(network: string | null): network is CardNetwork {
  return network !== null && Object.hasOwn(drawings, network);
}

/** Whose card it is, as soon as the number tells. */
export function NetworkMark({ network }: { network: CardNetwork | undefined }) {
  if (!network) return <CreditCard aria-hidden="true" className="size-6 text-muted" strokeWidth={1.5} />;
  return (
    <svg
      viewBox="0 0 38 24"
      role="img"
      aria-label={names[network]}
      className="h-7 w-11 rounded-(--corner-check) bg-soft text-ink"
    >
      {drawings[network]}
    </svg>
  );
}
