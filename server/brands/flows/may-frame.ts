import type { BrandSettings } from '../../../contract/brand/brand.ts';
import { safePath } from '../../../contract/kernel/return-path.ts';

/** Whether a flow may show this page in a frame: one of our own, or of an origin that the brand has named. */
export function mayFrame({ frameOrigins }: Pick<BrandSettings, 'frameOrigins'>, address: string): boolean {
  if (address.startsWith('/')) return safePath(address) !== undefined;
  const origin = URL.parse(address)?.origin;
  return frameOrigins.some((allowed) => URL.parse(allowed)?.origin === origin);
}
