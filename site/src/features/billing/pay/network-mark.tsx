import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { siAmericanexpress, siVisa } from 'simple-icons';
import type { CardNetwork } from '#contract/billing/card.ts';

const names: Record<CardNetwork, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
};

/** Two circles and what they share, as Mastercard and Maestro have them. */
function circles(left: string, shared: string, right: string): ReactNode {
  return (
    <>
      <circle cx="14.7" cy="12" r="7" fill={left} />
      <circle cx="23.3" cy="12" r="7" fill={right} />
      <path d="M19 6.48a7 7 0 0 1 0 11.04 7 7 0 0 1 0-11.04z" fill={shared} />
    </>
  );
}

/** A mark as its owner publishes it, in the middle. */
function official({ path, hex }: { path: string; hex: string }, size: number): ReactNode {
  const transform = `translate(${19 - size / 2} ${12 - size / 2}) scale(${size / 24})`;
  return <path d={path} fill={`#${hex}`} transform={transform} />;
}

/** The networks' own marks, in their own colours, on the white that they are meant for. */
const marks: Record<CardNetwork, ReactNode> = {
  visa: official(siVisa, 30),
  mastercard: circles('#eb001b', '#ff5f00', '#f79e1b'),
  maestro: circles('#0099df', '#6c6bbd', '#ed0006'),
  amex: official(siAmericanexpress, 22),
};

/** As people know it; what a provider calls it where we do not. */
export function networkName(network: string): string {
  return Object.hasOwn(names, network.toLowerCase()) ? names[network.toLowerCase() as CardNetwork] : network;
}

/** Whether there is a mark for what a provider calls a network. */
export function isDrawn(network: string | null): network is CardNetwork {
  return network !== null && Object.hasOwn(marks, network);
}

/** Whose card it is, as soon as the number tells. */
export function NetworkMark({ network }: { network: CardNetwork | undefined }) {
  if (!network) return <CreditCard aria-hidden="true" className="size-6 text-muted" strokeWidth={1.5} />;
  return (
    <svg
      viewBox="0 0 38 24"
      role="img"
      aria-label={names[network]}
      className="h-7 w-11 rounded-(--corner-check) ring-1 ring-line"
      style={{ background: '#fff' }}
    >
      {marks[network]}
    </svg>
  );
}
