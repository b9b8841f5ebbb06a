import { unseal } from '#contract/kernel/sealing.ts';
import type { SealingKey } from '#contract/kernel/sealing.ts';
import type { Call } from './load.ts';

/** A request and what opens its answer. */
export interface OwnCall extends Call {
  privateKey?: SealingKey;
}

/** Sends it once, and answers with the length of the answer, opened. */
export async function answerLength(
  { port, host }: { port: number; host: string },
  { path, headers, body, privateKey }: OwnCall,
): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { host, ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
  if (!privateKey) return Buffer.byteLength(text);
  const sealed = Object.values(JSON.parse(text) as object).find((value) => typeof value === 'string');
  return JSON.stringify(await unseal(String(sealed), () => privateKey)).length;
}
