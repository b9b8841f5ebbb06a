import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { cpuMilliseconds, familyCpuMilliseconds } from './processes.ts';
import type { Child } from './processes.ts';

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  cpuPerRequest: number;
  /** What of it the database used, where that was asked for. */
  databaseCpu?: number;
}

/** One request, as it goes over the wire. */
export interface Call {
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  body?: object;
}

/** For so long, or so many requests. */
type Length = { seconds: number } | { requests: number };

type CallsOptions = Length & {
  host: string;
  connections?: number;
  /** PostgreSQL's first process, where its work counts as well. */
  databasePid?: number;
};

type LoadOptions = CallsOptions & Omit<Call, 'path'>;

/** Asks one address on this machine as often as it can for a few seconds. */
export function loadPath(
  child: Pick<Child, 'pid' | 'port'>,
  path: string,
  { body, headers, ...options }: LoadOptions,
): Promise<Load> {
  return loadCalls(child, [{ path, ...(body && { body }), ...(headers && { headers }) }], options);
}

/** The same with many requests in turn; each connection begins at another one. */
export async function loadCalls(
  child: Pick<Child, 'pid' | 'port'>,
  calls: readonly Call[],
  { host, connections = 32, databasePid, ...length }: CallsOptions,
): Promise<Load> {
  const requests = calls.map(({ path, headers, body }) => ({
    method: body ? ('POST' as const) : ('GET' as const),
    path,
    headers: {
      host: `${host}:${child.port}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  }));
  const cpuSoFar = async () => ({
    server: await cpuMilliseconds(child.pid),
    database: databasePid ? await familyCpuMilliseconds(databasePid) : 0,
  });
  let clients = 0;
  const cpuBefore = await cpuSoFar();
  const result = await autocannon({
    url: `http://127.0.0.1:${child.port}`,
    setupClient(client) {
      const first = Math.floor((clients * requests.length) / connections);
      clients += 1;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
    connections,
    ...('requests' in length ? { amount: length.requests } : { duration: length.seconds }),
  });
  const cpuAfter = await cpuSoFar();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${calls[0]?.path}: ${result.non2xx} refused, ${result.errors} broken`);
  const databaseCpu = (cpuAfter.database - cpuBefore.database) / result.requests.total;
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuPerRequest: (cpuAfter.server - cpuBefore.server) / result.requests.total + databaseCpu,
    ...(databasePid && { databaseCpu }),
  };
}

/** Milliseconds that each request takes with no other load, one after the other on one connection. */
export async function timeAlone(
  child: Pick<Child, 'port'>,
  calls: readonly Call[],
  { host, count }: { host: string; count: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const { path = '/', headers } = calls[index % calls.length] ?? {};
      const before = performance.now();
      const asked = get({ port: child.port, host: '127.0.0.1', path, agent, headers: { host, ...headers } });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      await buffer(answer);
      took.push(performance.now() - before);
      if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
    }
  } finally {
    agent.destroy();
  }
  return took;
}
