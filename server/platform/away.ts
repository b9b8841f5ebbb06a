/** Whether an error means that a service is away: the database, the disk, the network, the storage. */

/** A service of ours is away. For services whose errors have no code that says so. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
}

/**
 * Codes of the operating system: nothing answers at an address, or the machine has no room, no memory or no file handle
 * left. A client that comes back in a moment may find it mended; nothing of the request was at fault.
 */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ESTALE',
]);

/**
 * Classes of SQLSTATE that tell of the server and not of the statement: 08 a connection, 53 no room on the disk, in memory
 * or for another connection, 58 a fault of the disk or the system.
 */
const sqlClasses = new Set(['08', '53', '58']);

const sqlStates = new Set([
  // Shut down, crashed, still starting, dropped, idle for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  '25P04',
  // What was asked took too long, waited too long for a lock, or the server has just become a replica.
  '57014',
  '55P03',
  '25006',
]);

/** What `pg` says without a code. */
const connectionWords =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after|Query read timeout)/;

export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof AwayError || connectionWords.test(error.message)) return true;
  if ('code' in error && isAwayCode(String(error.code))) return true;
  // The socket of a database on this machine is not there while that one is down.
  if ('code' in error && 'syscall' in error && error.code === 'ENOENT' && error.syscall === 'connect')
    return true;
  return error.cause !== undefined && isAway(error.cause);
}

function isAwayCode(code: string): boolean {
  return (
    systemCodes.has(code) || sqlStates.has(code) || (code.length === 5 && sqlClasses.has(code.slice(0, 2)))
  );
}
