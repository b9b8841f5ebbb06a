import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { findNode } from './find-programs.mjs';

/** In a terminal one Ctrl-C arrives twice: from the keyboard and again from npm. */
const sameKeystrokeMs = 500;

/** Runs one of our programs with the Node and the tools that npm installed, and answers with its exit code. */
export function runScript(root, [script, ...args]) {
  const tools = join(root, 'node_modules/.bin');
  const child = spawn(findNode(root), [join(root, script), ...args], {
    cwd: root,
    env: {
      // What was compiled once need not be compiled for the next start.
      NODE_COMPILE_CACHE: join(root, 'dist/.compiled'),
      ...process.env,
      PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
    },
    // What goes on for long notices by the closed channel when we are killed outright.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Its own process group: Ctrl-C reaches only us, and we ask it to stop exactly once.
    detached: process.platform !== 'win32',
  });
  passSignals(child);
  watchNpm(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

function passSignals(child) {
  let askedAt;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (askedAt === undefined) {
        askedAt = Date.now();
        child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
      } else if (signal === 'SIGINT' && Date.now() - askedAt > sameKeystrokeMs) {
        child.kill('SIGKILL');
      }
    });
  }
}

/** When npm is killed outright nothing is left to stop us. */
function watchNpm(onGone) {
  const npm = findNpmProcess();
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}

/** Npm may have put a shell between itself and us. */
function findNpmProcess() {
  try {
    let pid = process.ppid;
    for (let step = 0; step < 3; step++) {
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('npm')) return pid;
      pid = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    }
  } catch {
    // Without /proc there is nothing to watch.
  }
  return undefined;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
