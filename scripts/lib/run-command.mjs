import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { Fault, Stopped } from './fault.mjs';

const keptLines = 20;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program quietly. Where it fails, its last words and `failure` become the reason not to go on. A program that
 * works in this folder is named to those who wait for its lock. `onLine` is given what it writes,
 * and only what `isKept` counts among its words.
 */
export function runCommand(
  [program, ...args],
  { cwd, lock, failure, onLine = () => {}, isKept = () => true },
) {
  return new Promise((resolve, reject) => {
    const shell = program.endsWith('.cmd');
    const child = spawn(program, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = keepLastLines(child, { onLine, isKept });
    let stoppedBy;
    const stop = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of stopSignals) process.on(signal, stop);
    child.once('spawn', () => lock?.nameWorker(child.pid));
    child.once('error', (error) => reject(new Fault(`${failure} (${error.message})`)));
    child.once('close', (code) => {
      for (const signal of stopSignals) process.removeListener(signal, stop);
      if (stoppedBy) reject(new Stopped(128 + constants.signals[stoppedBy]));
      else if (code !== 0) reject(new Fault([...lines, '', failure].join('\n')));
      else resolve();
    });
  });
}

function keepLastLines(child, { onLine, isKept }) {
  const lines = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      onLine(line);
      if (isKept(line)) lines.push(line);
      if (lines.length > keptLines) lines.shift();
    });
  }
  return lines;
}
