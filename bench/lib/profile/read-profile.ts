import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../processes.ts';

/** The part of a CPU profile of V8 that is read. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Share {
  what: string;
  /** Of all time that the process was at work. */
  share: number;
}

interface Heaviest {
  functions: Share[];
  /** Rooms of ours, packages, and parts of Node. */
  groups: Share[];
}

const SHOWN = 10;

/** Where the time was spent itself, not in what was called from there. */
export function heaviestOf({ nodes, samples, timeDeltas }: CpuProfile): Heaviest {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const groups = new Map<string, number>();
  let total = 0;
  const add = (sums: Map<string, number>, name: string, time: number) =>
    sums.set(name, (sums.get(name) ?? 0) + time);
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    // The profiler itself is no work of the server.
    if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue;
    total += time;
    const place = placeOf(frame.url);
    add(
      functions,
      `${frame.functionName || '(no name)'}${place.file && ` ${place.file}:${frame.lineNumber + 1}`}`,
      time,
    );
    add(groups, place.group || frame.functionName, time);
  }
  const sorted = (sums: Map<string, number>): Share[] =>
    [...sums]
      .map(([what, time]) => ({ what, share: time / total }))
      .toSorted((a, b) => b.share - a.share)
      .slice(0, SHOWN);
  return { functions: sorted(functions), groups: sorted(groups) };
}

function placeOf(url: string): { file: string; group: string } {
  if (url === '') return { file: '', group: '' };
  if (!url.startsWith('file:')) return { file: url, group: 'node' };
  const file = relative(root, fileURLToPath(url));
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file) ?? [];
  return { file, group: name ?? file.split('/').slice(0, 2).join('/') };
}
