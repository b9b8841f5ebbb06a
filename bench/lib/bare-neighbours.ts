import { startChild } from './processes.ts';
import type { Child } from './processes.ts';

/** A bare route that answers so many bytes. */
export function startBareServer(bytes: number, type: string): Promise<Child> {
  const environment = { BODY_BYTES: String(bytes), BODY_TYPE: type };
  return startChild('bench/lib/bare-server.ts', environment, /bare port (\d+)/);
}

/** The same, sealed with the key of the request. */
export function startBareSealer(bytes: number): Promise<Child> {
  return startChild('bench/lib/bare-sealer.ts', { BODY_BYTES: String(bytes) }, /bare port (\d+)/);
}
