import autocannon from 'autocannon';
import { cpuMilliseconds } from './processes.ts';
import type { Child } from './processes.ts';

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  cpuPerRequest: number;
}

/** Asks one address on this machine as often as it can for a few seconds. */
export async function loadPath(
  child: Child,
  path: string,
  options: { seconds: number; host: string; connections?: number },
): Promise<Load> {
  const cpuBefore = await cpuMilliseconds(child.pid);
  const result = await autocannon({
    url: `http://127.0.0.1:${child.port}${path}`,
    headers: { host: `${options.host}:${child.port}` },
    connections: options.connections ?? 32,
    duration: options.seconds,
  });
  const cpu = (await cpuMilliseconds(child.pid)) - cpuBefore;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} broken`);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuPerRequest: cpu / result.requests.total,
  };
}
