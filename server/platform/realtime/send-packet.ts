import type { Socket } from 'socket.io';

/** What Socket.IO's own adapters write packets with. */
interface Engine {
  client: { writeToEngine(packets: readonly string[], options: object): void };
}

const SHORT = 126;
const LONGEST = 65_536;
const TEXT_FRAME = 0x81;

/**
 * Sends an event to connections of this node. It is put into words and into a WebSocket frame once, and written at a
 * stroke, which costs a chat a good deal less than what Socket.IO does for a broadcast among many nodes.
 */
export function sendEvent(sockets: readonly Socket[], name: string, payload: unknown): void {
  const packet = `2${JSON.stringify([name, payload])}`;
  const frame = frameOf(`4${packet}`);
  for (const socket of sockets) write(socket, packet, frame);
}

/** Lets a connection acknowledge in the same way. All share one function. */
export function acknowledgeBriefly(socket: Socket): void {
  Object.assign(socket, { ack });
}

/** Takes the place of Socket.IO's own: makes what acknowledges one event, once. */
function ack(this: Socket, id: number): (answer: object) => void {
  let sent = false;
  return (answer) => {
    if (sent) return;
    sent = true;
    const packet = `3${id}${JSON.stringify([answer])}`;
    write(this, packet, frameOf(`4${packet}`));
  };
}

function write(socket: Socket, packet: string, frame: Buffer | undefined): void {
  const options = { preEncoded: true, ...(frame && { wsPreEncodedFrame: [frame] }) };
  (socket as unknown as Engine).client.writeToEngine([packet], options);
}

/** Longer ones are left to the WebSocket. */
function frameOf(text: string): Buffer | undefined {
  const length = Buffer.byteLength(text);
  if (length >= LONGEST) return undefined;
  const head = length < SHORT ? 2 : 4;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = TEXT_FRAME;
  frame[1] = length < SHORT ? length : SHORT;
  if (head === 4) frame.writeUInt16BE(length, 2);
  frame.write(text, head);
  return frame;
}
