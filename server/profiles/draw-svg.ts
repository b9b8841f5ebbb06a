import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fail } from '../../contract/kernel/errors.ts';
import { SECOND } from '../platform/clock.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./draw-svg-process.ts', import.meta.url));

const LONGEST_SOURCE = 1024 * 1024;
const LARGEST_PNG = 16 * 1024 * 1024;
const PATIENCE = 10 * SECOND;
/** Kilobytes. Node itself sets half of it aside. */
const MEMORY = 1_500_000;

/**
 * Turns a drawing into a picture. A drawing is a program: a few lines can ask for hours of work or for all memory, and
 * the library that draws cannot be interrupted. So it draws in a process of its own, which knows nothing of ours, gets
 * so much time and so much memory, and is killed when it wants more.
 */
export async function drawSvg(source: Buffer): Promise<Buffer> {
  if (source.length > LONGEST_SOURCE) fail('photo.too_large');
  const drawing = run(...confined(process.execPath, script), {
    cwd: '/',
    env: { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' },
    encoding: 'buffer',
    maxBuffer: LARGEST_PNG,
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  // It may end before it has read everything; how it ended says enough.
  drawing.child.stdin?.on('error', () => {});
  drawing.child.stdin?.end(source);
  try {
    return (await drawing).stdout;
  } catch (error) {
    return refuse(error);
  }
}

/** Linux can bound the memory of a process before it starts. */
function confined(program: string, file: string): [program: string, parameters: string[]] {
  if (process.platform !== 'linux') return [program, [file]];
  return ['/bin/sh', ['-c', `ulimit -d ${MEMORY}; exec "$@"`, 'sh', program, file]];
}

/** It ends with a code of its own where it cannot read the drawing, and by a signal where it wanted too much. */
function refuse(error: unknown): never {
  const { code, signal } = error as { code?: unknown; signal?: unknown };
  if (signal) fail('photo.too_large');
  if (typeof code === 'number') fail('photo.not_image');
  throw error;
}
