import type { App } from '../core/app.ts';
import { networkOf } from '../core/limits.ts';
import { hasBlock } from './charge-queries.ts';

export type BlockKind = 'email' | 'address' | 'card';

/** What a block is recognised by: an e-mail address, a network address, or the fingerprint of a card in hex. */
export function blockHash(
  { keyedHash }: Pick<App, 'keyedHash'>,
  brandId: string,
  kind: BlockKind,
  value: string,
): Buffer {
  return keyedHash(`payment block ${kind}`, `${brandId} ${normalise(kind, value)}`);
}

function normalise(kind: BlockKind, value: string): string {
  switch (kind) {
    case 'email':
      return value.trim().toLowerCase();
    case 'address':
      return networkOf(value);
    case 'card':
      return value.toLowerCase();
  }
}

/** Whether anything of a payment is on the list of those that the brand takes no money from. */
export function isBlocked(
  app: Pick<App, 'db' | 'keyedHash'>,
  brandId: string,
  payer: { email: string; address?: string | undefined; fingerprint?: Buffer | null | undefined },
): Promise<boolean> {
  const values: [BlockKind, string | undefined][] = [
    ['email', payer.email],
    ['address', payer.address],
    ['card', payer.fingerprint?.toString('hex')],
  ];
  const hashes = values.flatMap(([kind, value]) =>
    value === undefined ? [] : [{ kind, hash: blockHash(app, brandId, kind, value) }],
  );
  return hasBlock(app.db, brandId, hashes);
}
