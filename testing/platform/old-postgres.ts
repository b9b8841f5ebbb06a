import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that speaks just enough of PostgreSQL's protocol to be asked for its version. Answers with its address. */
export async function startOldPostgres(version: string): Promise<string> {
  const server = createServer((socket) => talk(socket, version));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `postgres://serenata:open-sesame@127.0.0.1:${port}/serenata`;
}

function talk(socket: Socket, version: string): void {
  let welcomed = false;
  socket.on('error', () => {});
  socket.on('data', (data) => {
    if (!welcomed) {
      welcomed = true;
      socket.write(Buffer.concat([authenticationOk, parameter('server_version', '14.12'), readyForQuery]));
      return;
    }
    switch (data.toString('latin1').charAt(0)) {
      case 'Q':
        socket.write(Buffer.concat([...answer('server_version_num', version), readyForQuery]));
        break;
      case 'X':
        socket.end();
        break;
    }
  });
}

/** One letter, the length of all but the letter, the content. */
function message(letter: string, ...content: (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(part))),
  );
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(number);
  return bytes;
}

const authenticationOk = message('R', 0);
const readyForQuery = message('Z', 'I');
const parameter = (name: string, value: string) => message('S', `${name}\0${value}\0`);

const TEXT_TYPE = 25;

function answer(column: string, value: string): Buffer[] {
  const described = [`${column}\0`, 0, int16(0), TEXT_TYPE, int16(-1), -1, int16(0)];
  return [
    message('T', int16(1), ...described),
    message('D', int16(1), value.length, value),
    message('C', 'SHOW\0'),
  ];
}
