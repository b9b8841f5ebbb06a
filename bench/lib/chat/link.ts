/** One member's connection, whatever protocol it speaks. */
export interface Link {
  /** Writes to the partner. What is reported later is when this was begun, in milliseconds. */
  send(begun: number): void;
  close(): void;
}

export interface LinkListener {
  /** The server has stored, or at least taken, what this member sent. */
  acknowledged(n: number, begun: number): void;
  /** What was sent then has reached its receiver. */
  delivered(begun: number): void;
  /** A message was refused, or a connection broke. */
  failed(what: string): void;
}

export interface Target {
  port: number;
  host: string;
  /** Of this machine, to connect from: each has as many ports as there are. One where nothing is said. */
  addresses?: number;
}

/** Connects the n-th one and waits until the server knows who it is. */
export type OpenLink = (target: Target, n: number, listener: LinkListener) => Promise<Link>;

/** A uuid of version 7 that says when the sending began, in its last part, and is unique. */
export function stampedId(n: number, count: number, begun: number): string {
  const micros = Math.round(begun * 1_000)
    .toString(16)
    .padStart(12, '0');
  const time = Date.now().toString(16).padStart(12, '0');
  const unique = ((n & 0xfff) | 0x8000).toString(16);
  const turn = ((count & 0xfff) | 0x7000).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${turn}-${unique}-${micros}`;
}

/** Reads it out of the letters of the last part. */
export function begunFrom(micros: string): number {
  return Number.parseInt(micros, 16) / 1_000;
}
