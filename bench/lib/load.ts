import autocannon from 'autocannon';
import { cpuMilliseconds } from './processes.ts';
import type { Child } from './processes.ts';

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  cpuPerRequest: number;
}

interface LoadOptions {
  seconds: number;
  host: string;
  connections?: number;
  /** Sent as JSON by POST. */
  body?: object;
  headers?: Record<string, string>;
}

/** Asks one address on this machine as often as it can for a few seconds. */
export async function loadPath(
  child: Pick<Child, 'pid' | 'port'>,
  path: string,
  { seconds, host, connections = 32, body, headers }: LoadOptions,
): Promise<Load> {
  const cpuBefore = await cpuMilliseconds(child.pid);
  const posted = body && { method: 'POST' as const, body: JSON.stringify(body) };
  const result = await autocannon({
    url: `http://127.0.0.1:${child.port}${path}`,
    ...posted,
    headers: {
      host: `${host}:${child.port}`,
      ...(posted && { 'content-type': 'application/json' }),
      ...headers,
    },
    connections,
    duration: seconds,
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
