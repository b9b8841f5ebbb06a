/** Whether a hostname leads here: it is asked for an answer that only this installation knows. */

import { timingSafeEqual } from 'node:crypto';
import { SECOND } from '../clock.ts';
import { newToken } from '../ids.ts';
import type { Platform } from '../platform.ts';
import { isThisMachine } from './origins.ts';
import { ForbiddenAddress } from './outbound.ts';

/** Answered at every hostname, also at one that no brand has yet. A question follows. */
export const ARRIVAL_PATH = '/.well-known/serenata/';

const TIMEOUT = 5 * SECOND;
const MOST_BYTES = 200;

export type Arrival = 'here' | 'elsewhere' | 'unreachable' | 'private' | 'certificate';

/** The same at every node, since they share their secret. */
export function answerArrival({ keyedHash }: Pick<Platform, 'keyedHash'>, question: string): string {
  return keyedHash('arrival', question).toString('base64url');
}

type Asking = Pick<Platform, 'keyedHash' | 'origins' | 'outbound' | 'config'>;

export async function checkArrival(app: Asking, hostname: string): Promise<Arrival> {
  // Names below localhost mean the machine on which they are used.
  if (isThisMachine(hostname)) return 'here';
  const question = newToken();
  try {
    const { status, text } = await app.outbound.read(
      `${app.origins.of(hostname)}${ARRIVAL_PATH}${question}`,
      {
        mostBytes: MOST_BYTES,
        privateToo: app.config.privateHostnames,
        signal: AbortSignal.timeout(TIMEOUT),
      },
    );
    return status === 200 && isSame(text.trim(), answerArrival(app, question)) ? 'here' : 'elsewhere';
  } catch (error) {
    if (error instanceof ForbiddenAddress) return 'private';
    return isCertificateFault(error) ? 'certificate' : 'unreachable';
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** It arrives at a server that has no certificate for the name. */
function isCertificateFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
}
