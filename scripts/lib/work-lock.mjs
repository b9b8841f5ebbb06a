import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from './fault.mjs';

const heartbeatMs = 10_000;
/** A number may be given to another program after a crash; no program works this long without a sign of life. */
const longestSilenceMs = 10 * 60_000;

/** Waits until no other process installs or builds here. Kept up by a heartbeat, so that a crash cannot block for ever. */
export async function holdWorkLock(file) {
  makeFolder(dirname(file));
  for (let isPrinted = false; !tryToTake(file); await pause(300)) {
    const holder = readHolder(file);
    if (!isHeld(file, holder)) removeStale(file, holder);
    else if (!isPrinted) {
      console.log(
        `… Waiting: another start (process ${isAlive(holder.pid) ? holder.pid : holder.worker}) is installing or building here`,
      );
      isPrinted = true;
    }
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs).unref();
  return {
    /** A worker may outlive us, and then still counts. */
    nameWorker(worker) {
      writeFileSync(`${file}.${process.pid}`, JSON.stringify({ pid: process.pid, worker }));
      renameSync(`${file}.${process.pid}`, file);
    },
    release() {
      clearInterval(heartbeat);
      rmSync(file, { force: true });
    },
  };
}

/** Linking is atomic and refuses to replace, so the lock appears whole and only once. */
function tryToTake(file) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify({ pid: process.pid }));
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Fault(`The folder ${dirname(file)} cannot be written (${error.code}).`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Of several who find a dead lock, one moves it away; a process that moved a live one instead puts it back. */
function removeStale(file, holder) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    if (readHolder(aside).pid !== holder.pid) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isHeld(file, { pid, worker }) {
  try {
    return (isAlive(pid) || isAlive(worker)) && Date.now() - statSync(file).mtimeMs < longestSilenceMs;
  } catch {
    return false;
  }
}

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The file was deleted by hand, which is no reason to stop.
  }
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Fault(
      `The folder ${folder} cannot be made (${error.code}); start as the owner of this checkout.`,
    );
  }
}
