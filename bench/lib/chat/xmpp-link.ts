import { connect } from 'node:net';
import { begunFrom, stampedId } from './link.ts';
import type { LinkListener, Link, OpenLink, Target } from './link.ts';
import { partnerOf } from './people.ts';
import { TEXT } from './shape.ts';

export const XMPP_DOMAIN = 'localhost';
export const xmppUserOf = (n: number) => `member-${n}`;
export const XMPP_PASSWORD = 'una-sera-gentile';

const stream = `<?xml version='1.0'?><stream:stream to='${XMPP_DOMAIN}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
const bind = `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`;
const session = `<iq type='set' id='session'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>`;
const LONGEST_READ = 256 * 1024;
const shared = Buffer.allocUnsafe(LONGEST_READ);

/**
 * As much XMPP as two need who write to one another. The protocol has no acknowledgement that says "stored", but the
 * server archives a message before it passes it on: what has arrived is stored, so the arrival lets its sender go on.
 */
export const openXmpp: OpenLink = ({ port }: Target, n: number, listener: LinkListener) => {
  const { promise, resolve, reject } = Promise.withResolvers<Link>();
  const user = xmppUserOf(n);
  const partner = partnerOf(n);
  const to = `${xmppUserOf(partner)}@${XMPP_DOMAIN}`;
  const secret = Buffer.from(`\0${user}\0${XMPP_PASSWORD}`).toString('base64');
  /** What is said next, and after which words of the server. */
  const steps = [
    ['PLAIN', `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`],
    ['<success', stream],
    ['xmpp-bind', bind],
    ['<jid>', session],
    ['session', '<presence/>'],
    ['<presence', ''],
  ] as const;
  let step = 0;
  let sent = 0;
  let closing = false;
  let rest: Buffer | undefined;

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: shared,
      callback(length) {
        const read = shared.subarray(0, length);
        const bytes = rest ? Buffer.concat([rest, read]) : read;
        const used = step < steps.length ? greet(bytes) : receive(bytes);
        rest = used < bytes.length ? Buffer.from(bytes.subarray(used)) : undefined;
        return true;
      },
    },
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    reject(new Error('refused'));
    if (!closing) listener.failed('a connection was closed');
  });
  socket.write(stream);

  function greet(bytes: Buffer): number {
    const text = bytes.toString();
    if (text.includes('<failure') || text.includes('error')) reject(new Error(text));
    const [sign, say] = steps[step] ?? ['', ''];
    if (!text.includes(sign)) return 0;
    step += 1;
    if (say !== '') socket.write(say);
    else resolve({ send, close });
    return bytes.length;
  }

  /** Answers with where the last whole message ends. */
  function receive(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const end = bytes.indexOf('</message>', at);
      if (end < 0) return at;
      const id = bytes.indexOf(` id='`, at);
      if (id < 0 || id > end) listener.failed(bytes.toString('utf8', at, end));
      const begun = begunFrom(bytes.toString('latin1', id + 29, id + 41));
      listener.delivered(begun);
      listener.acknowledged(partner, begun);
      at = end + '</message>'.length;
    }
  }

  function send(at: number): void {
    sent += 1;
    const id = stampedId(n, sent, at);
    socket.write(`<message type='chat' id='${id}' to='${to}'><body>${TEXT}</body></message>`, 'latin1');
  }

  function close(): void {
    closing = true;
    socket.destroy();
  }

  return promise;
};
