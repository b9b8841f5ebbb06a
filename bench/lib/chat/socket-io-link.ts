import type { LinkListener, Link, OpenLink, Target } from './link.ts';
import { begunFrom, stampedId } from './link.ts';
import { partnerOf, talker } from './people.ts';
import { IDLE, TEXT } from './shape.ts';
import { openWebSocket } from './web-socket.ts';

const ACKNOWLEDGEMENT = 0x33;
const EVENT = 0x32;
const PING = 0x32;
const CONNECTED = 0x30;
const MESSAGE = 0x34;
const OPEN = 0x30;
const BRACKET = 0x5b;
/** How many messages of one sender may be under way. */
const MOST_UNDER_WAY = 256;

/** Speaks Socket.IO 5 in Engine.IO 4 by hand: it looks for a number and a time, and at nothing else. */
export const openSocketIo: OpenLink = (
  { port, host, addresses = 1 }: Target,
  n: number,
  listener: LinkListener,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<Link>();
  // Some have several phones, where more connect than there are members.
  const own = talker(1 + ((n - 1) % IDLE));
  const to = talker(partnerOf(n)).profileId;
  const begun = new Float64Array(MOST_UNDER_WAY);
  let sent = 0;
  let closing = false;
  const line = openWebSocket({
    port,
    host,
    from: `127.0.0.${1 + (n % addresses)}`,
    path: '/socket.io/?EIO=4&transport=websocket',
    onText(frame) {
      const kind = frame[0];
      if (kind === MESSAGE) receive(frame);
      else if (kind === PING) line.send('3');
      else if (kind === OPEN) line.send(`40${JSON.stringify({ token: own.token })}`);
    },
    onClose() {
      reject(new Error('refused'));
      if (!closing) listener.failed('a connection was closed');
    },
  });

  function receive(frame: Buffer): void {
    const kind = frame[1];
    if (kind === ACKNOWLEDGEMENT) return receiveAcknowledgement(frame);
    if (kind === EVENT) return receiveEvent(frame);
    if (kind === CONNECTED) return line.send(`420["clickid",${JSON.stringify(own.trackerId)}]`);
    reject(new Error(frame.toString()));
    listener.failed(frame.toString());
  }

  function receiveAcknowledgement(frame: Buffer): void {
    let at = 2;
    let number = 0;
    for (; frame[at] !== BRACKET; at += 1) number = number * 10 + ((frame[at] ?? 0) - 0x30);
    // [{"ok":true
    if (frame[at + 7] !== 0x74) return listener.failed(frame.toString());
    if (number === 0) return resolve({ send, close });
    listener.acknowledged(n, begun[number % MOST_UNDER_WAY] ?? 0);
  }

  function receiveEvent(frame: Buffer): void {
    if (frame.toString('latin1', 2, 10) !== '["chat",') return;
    const id = frame.indexOf('"id":"') + 6;
    listener.delivered(begunFrom(frame.toString('latin1', id + 24, id + 36)));
  }

  function send(at: number): void {
    sent += 1;
    begun[sent % MOST_UNDER_WAY] = at;
    const id = stampedId(n, sent, at);
    line.send(
      `42${sent}["chat",{"id":"${id}","trackerId":"${own.trackerId}","angelId":"${to}","msg":"${TEXT}"}]`,
    );
  }

  function close(): void {
    closing = true;
    line.close();
  }

  return promise;
};
