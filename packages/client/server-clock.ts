/** The header tells whole seconds, and takes a moment to arrive: what differs by less is the same time. */
const PRECISION_MS = 2_000;

let ahead = 0;

/** Hears what time the server says it is, from the `date` of one of its answers. */
export function recordServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(said)) return;
  const difference = said - Date.now();
  ahead = Math.abs(difference) > PRECISION_MS ? difference : 0;
}

/** The server's time, by which messages are dated. A visitor's own clock may be wrong by hours. */
export function serverNow(): number {
  return Date.now() + ahead;
}
