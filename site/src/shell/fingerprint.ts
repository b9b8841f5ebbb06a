import { pageState } from '#client/page-state.ts';
import { FINGERPRINT_AUDIO_TIMEOUT_MS } from '#contract/kernel/constants.ts';
import { storage } from './storage.ts';

const fingerprint = pageState(() => ({ reading: undefined as Promise<void> | undefined }));

/**
 * Begins to read by what marks this device could be known again. It goes along with signing up and in, to stop
 * abuse, and nowhere else. Without it everything works.
 */
export function beginFingerprint(): Promise<void> {
  fingerprint.reading ??= readFingerprint().catch(() => {
    fingerprint.reading = undefined;
  });
  return fingerprint.reading;
}

/** Waits for it, but not for long: the library has no time limit of its own. */
export async function awaitFingerprint(): Promise<void> {
  await Promise.race([
    beginFingerprint(),
    new Promise((resolve) => setTimeout(resolve, FINGERPRINT_AUDIO_TIMEOUT_MS)),
  ]);
}

async function readFingerprint(): Promise<void> {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const agent = await load({ monitoring: false });
  storage.set('fingerprint', (await agent.get()).visitorId);
}
