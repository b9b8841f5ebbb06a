import { dirname } from 'node:path';
import { fullFolder } from '../server/platform/config/data-folder.ts';
import { StartupFault } from '../server/platform/config/startup-fault.ts';

/** Reads what PostgreSQL's programs said before they gave up, and says it in one sentence. */
export function explainFailure(output: string, cluster: string): StartupFault {
  if (/No space left on device|Disk quota exceeded/.test(output)) return fullFolder(dirname(cluster));
  if (/Read-only file system/.test(output)) {
    return new StartupFault(`The database folder ${cluster} is on a read-only disk; see DATA_DIR.`);
  }
  if (/Permission denied|wrong ownership|Operation not permitted/.test(output)) {
    return new StartupFault(`The database folder ${cluster} is closed to the user that runs PostgreSQL.`);
  }
  return new StartupFault(`The built-in PostgreSQL does not start: ${pickReason(output)}`);
}

/** A port that was taken in the meantime, or a disk that knows no sockets. */
export function isAddressRefused(output: string): boolean {
  return /could not create any (TCP\/IP|Unix-domain) sockets/.test(output);
}

/** Processes of a killed predecessor need a moment to notice that they are alone. */
export function isStillEnding(output: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(output);
}

function pickReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /^(FATAL|PANIC|initdb: error):/.test(line)) ?? lines.at(-1);
  return reason?.replace(/^\w+:\s*(error:\s*)?/, '') ?? 'it gave no reason.';
}
