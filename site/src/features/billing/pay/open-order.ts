import type { Purpose } from './purpose.ts';

const NAME = 'openOrder';

/** An order that somebody has taken to his bank, what for, and the page that he paid it on. */
export interface OpenOrder extends Pick<Purpose, 'brings' | 'address'> {
  orderId: string;
}

/** Keeps it in this tab until it is known what became of it. */
export function keepOpenOrder({ orderId, brings, address }: OpenOrder): void {
  try {
    sessionStorage.setItem(NAME, [orderId, brings, address].join(' '));
  } catch {
    // Without storage, whoever comes back by the back button sees the form, and the server still knows.
  }
}

export function takeOpenOrder(): OpenOrder | undefined {
  const open = readOpenOrder();
  if (open) sessionStorage.removeItem(NAME);
  return open;
}

export function readOpenOrder(): OpenOrder | undefined {
  try {
    const [orderId, brings, address] = sessionStorage.getItem(NAME)?.split(' ') ?? [];
    if (!orderId || !brings || !address) return undefined;
    return { orderId, brings: brings as OpenOrder['brings'], address };
  } catch {
    return undefined;
  }
}
