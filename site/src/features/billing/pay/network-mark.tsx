import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CardNetwork } from '../../../../../contract/billing/card.ts';

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

/** The networks' own marks, in their own colours, each on the ground it is meant for. */
const marks: Record<CardNetwork, { ground: string; drawing: ReactNode }> = {
  visa: {
    ground: '#fff',
    drawing: (
      <path
        fill="#1434cb"
        transform="translate(4 7.3) scale(.0309)"
        d="M369.9 5.6 242.7 309.1h-83L97.1 66.9c-3.8-14.9-7.1-20.4-18.7-26.7C59.5 29.9 28.3 20.3.8 14.3L2.7 5.6h133.6c17 0 32.3 11.3 36.2 30.9l33.1 175.6L287.3 5.6zm325.2 204.4c.3-80.1-110.8-84.5-110-120.3.2-10.9 10.6-22.5 33.3-25.4 11.2-1.5 42.3-2.6 77.5 13.6l13.8-64.4C690.8 6.7 666.5.1 636.2.1c-77.6 0-132.2 41.2-132.6 100.3-.5 43.6 39 68 68.7 82.5 30.6 14.9 40.8 24.4 40.7 37.7-.2 20.4-24.4 29.4-47 29.7-39.5.6-62.4-10.7-80.7-19.200l-14.2 66.500c18.4 8.4 52.3 15.8 87.5 16.2 82.5 0 136.5-40.7 136.5-103.800m204.9 99.100h72.600L909.3 5.600h-67c-15.1 0-27.8 8.8-33.4 22.300L691.2 309.100h82.400l16.4-45.300h100.700zm-87.6-107.5 41.3-113.9 23.8 113.900zM482.1 5.600l-64.9 303.500h-78.500L403.7 5.600z"
      />
    ),
  },
  mastercard: { ground: '#fff', drawing: circles('#eb001b', '#ff5f00', '#f79e1b') },
  maestro: { ground: '#fff', drawing: circles('#0099df', '#6c6bbd', '#ed0006') },
  amex: {
    ground: '#016fd0',
    drawing: (
      <g fill="none" stroke="#fff" strokeWidth="1.9" strokeLinejoin="bevel">
        <path d="M4.3 16.4 7.6 8.200h1l3.3 8.200M5.7 13.700h4.8" />
        <path d="M13.6 16.400V8.600l3.4 4.9 3.4-4.900v7.8" />
        <path d="M28.2 8.500h-5v7h5M23.2 12h4.6" />
        <path d="M29.4 8.200l5 8.200M34.4 8.200l-5 8.2" />
      </g>
    ),
  },
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
  const { ground, drawing } = marks[network];
  return (
    <svg
      viewBox="0 0 38 24"
      role="img"
      aria-label={names[network]}
      className="h-7 w-11 rounded-(--corner-check) ring-1 ring-line"
      style={{ background: ground }}
    >
      {drawing}
    </svg>
  );
}
