import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/**
 * A WebSocket that costs next to nothing: the generator shares the machine with what it measures. It knows short text
 * frames alone, and reads all connections into one buffer.
 */
export interface WebSocketLine {
  send(text: string): void;
  close(): void;
}

interface Options {
  port: number;
  host: string;
  /** The own address. */
  from: string;
  path: string;
  /** The bytes are good until it returns. */
  onText: (frame: Buffer) => void;
  onClose: () => void;
}

const MASK = Buffer.from([0x9d, 0x51, 0x2e, 0xc3]);
const LONGEST_READ = 256 * 1024;
const TEXT_FRAME = 0x81;
const CLOSE_FRAME = 0x88;
const shared = Buffer.allocUnsafe(LONGEST_READ);

export function openWebSocket({ port, host, from, path, onText, onClose }: Options): WebSocketLine {
  let upgraded = false;
  /** The beginning of a frame whose end has not come. */
  let rest: Buffer | undefined;

  function read(length: number): void {
    let bytes = shared.subarray(0, length);
    if (rest) bytes = Buffer.concat([rest, bytes]);
    let at = 0;
    if (!upgraded) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end >= 0) {
        if (!bytes.toString('latin1', 0, 12).endsWith('101'))
          throw new Error(bytes.toString('latin1', 0, end));
        upgraded = true;
        at = end + 4;
      }
    }
    if (upgraded) at = readFrames(bytes, at, onText);
    // The shared buffer is overwritten by the next read, so what is left is copied.
    rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : undefined;
  }

  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: from,
    noDelay: true,
    onread: {
      buffer: shared,
      callback(length) {
        read(length);
        return true;
      },
    },
  });
  socket.on('error', () => {});
  socket.on('close', onClose);
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Accept-Language: it,en;q=0.5',
      'Cache-Control: no-cache',
      `Origin: http://${host}:${port}`,
      '',
      '',
    ].join('\r\n'),
  );
  return { send: (text) => socket.write(frameOf(text)), close: () => socket.destroy() };
}

/** Answers with where the last whole frame ends. */
function readFrames(bytes: Buffer, from: number, onText: (frame: Buffer) => void): number {
  let at = from;
  while (at + 2 <= bytes.length) {
    const kind = bytes[at];
    let length = (bytes[at + 1] ?? 0) & 0x7f;
    let start = at + 2;
    if (length === 126) {
      if (at + 4 > bytes.length) return at;
      length = bytes.readUInt16BE(at + 2);
      start = at + 4;
    } else if (length === 127) throw new Error('a frame that is too long for this client');
    if (start + length > bytes.length) return at;
    if (kind === TEXT_FRAME) onText(bytes.subarray(start, start + length));
    else if (kind !== CLOSE_FRAME) throw new Error(`a frame of an unknown kind: ${kind}`);
    at = start + length;
  }
  return at;
}

/** Masked, as a browser's frames are. The text is ASCII. */
function frameOf(text: string): Buffer {
  const { length } = text;
  const head = length < 126 ? 2 : 4;
  const frame = Buffer.allocUnsafe(head + 4 + length);
  frame[0] = TEXT_FRAME;
  if (head === 2) frame[1] = 0x80 | length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  }
  MASK.copy(frame, head);
  frame.write(text, head + 4, 'latin1');
  const begin = head + 4;
  for (let index = 0; index < length; index += 1)
    frame[begin + index] = (frame[begin + index] ?? 0) ^ (MASK[index & 3] ?? 0);
  return frame;
}
