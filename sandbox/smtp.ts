import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface SmtpSandboxOptions {
  port?: number;
  /** Asks for AUTH PLAIN. */
  login?: { user: string; password: string };
}

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The bytes as they were sent, without the dots that the protocol adds. */
  source: Buffer;
}

type Moment = 'CONNECT' | 'MAIL' | 'RCPT' | 'DATA' | 'CONTENT';

/** Stands for no answer at all. */
const CUT = '';

type Trouble = { at: Moment } & ({ reply: string } | { cut: true });

export interface SmtpSandbox {
  url: string;
  messages: ReceivedMail[];
  /**
   * Answers to give instead of yes, each once: `{ at: 'RCPT', reply: '550 5.1.1 No such user' }`. With `cut` the
   * connection ends without an answer.
   */
  troubles: Trouble[];
  stop(): Promise<void>;
}

interface Session {
  greeted: boolean;
  loggedIn: boolean;
  from: string | undefined;
  to: string[];
  receiving: boolean;
}

/** A mail server that speaks SMTP (RFC 5321) and keeps what it gets. */
export async function startSmtpSandbox({ port = 0, login }: SmtpSandboxOptions = {}): Promise<SmtpSandbox> {
  const messages: ReceivedMail[] = [];
  const troubles: SmtpSandbox['troubles'] = [];
  const sockets = new Set<Socket>();

  function troubleAt(moment: Moment): string | undefined {
    const index = troubles.findIndex(({ at }) => at === moment);
    const [trouble] = index < 0 ? [] : troubles.splice(index, 1);
    if (!trouble) return undefined;
    return 'reply' in trouble ? trouble.reply : CUT;
  }

  function converse(socket: Socket): void {
    const session: Session = {
      greeted: false,
      loggedIn: login === undefined,
      from: undefined,
      to: [],
      receiving: false,
    };
    let pending: Buffer = Buffer.alloc(0);
    const say = (reply: string): void => {
      if (reply === CUT) socket.destroy();
      else socket.write(`${reply}\r\n`);
    };
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (let next = takeNext(session, pending); next; next = takeNext(session, pending)) {
        pending = next.rest;
        if (session.receiving) say(receive(session, next.taken));
        else obey(session, next.taken.toString('utf8'), say, socket);
      }
    });
    say(troubleAt('CONNECT') ?? '220 sandbox ESMTP');
  }

  function receive(session: Session, content: Buffer): string {
    session.receiving = false;
    const { from = '', to } = session;
    Object.assign(session, { from: undefined, to: [] });
    const trouble = troubleAt('CONTENT');
    if (trouble !== undefined) return trouble;
    messages.push({ from, to, source: unstuffDots(content) });
    return `250 2.0.0 Kept as number ${messages.length}`;
  }

  function obey(session: Session, line: string, say: (reply: string) => void, socket: Socket): void {
    const [verb = '', ...rest] = line.split(' ');
    const argument = rest.join(' ');
    switch (verb.toUpperCase()) {
      case 'EHLO':
        session.greeted = true;
        say(
          [
            '250-sandbox',
            '250-8BITMIME',
            '250-SMTPUTF8',
            ...(login ? ['250-AUTH PLAIN'] : []),
            '250 SIZE 10485760',
          ].join('\r\n'),
        );
        return;
      case 'HELO':
        session.greeted = true;
        return say('250 sandbox');
      case 'AUTH':
        session.loggedIn = rightLogin(argument);
        return say(session.loggedIn ? '235 2.7.0 Welcome' : '535 5.7.8 Wrong user or password');
      case 'MAIL':
        return say(acceptSender(session, argument));
      case 'RCPT':
        return say(acceptRecipient(session, argument));
      case 'DATA':
        return say(acceptData(session));
      case 'RSET':
        Object.assign(session, { from: undefined, to: [] });
        return say('250 2.0.0 Forgotten');
      case 'NOOP':
        return say('250 2.0.0 Nothing done');
      case 'QUIT':
        say('221 2.0.0 Bye');
        socket.end();
        return;
      default:
        return say('502 5.5.1 Not known here');
    }
  }

  function rightLogin(argument: string): boolean {
    const [method, encoded = ''] = argument.split(' ');
    const [, user, password] = Buffer.from(encoded, 'base64').toString().split('\0');
    return method?.toUpperCase() === 'PLAIN' && user === login?.user && password === login?.password;
  }

  function acceptSender(session: Session, argument: string): string {
    const address = /^FROM:<([^<>]*)>/i.exec(argument)?.[1];
    if (!session.greeted || session.from !== undefined) return '503 5.5.1 Not now';
    if (!session.loggedIn) return '530 5.7.0 Log in first';
    if (address === undefined) return '501 5.5.4 No address';
    const trouble = troubleAt('MAIL');
    if (trouble === undefined) session.from = address;
    return trouble ?? '250 2.1.0 Sender noted';
  }

  function acceptRecipient(session: Session, argument: string): string {
    const address = /^TO:<([^<>]+)>/i.exec(argument)?.[1];
    if (session.from === undefined) return '503 5.5.1 Not now';
    if (address === undefined) return '501 5.5.4 No address';
    const trouble = troubleAt('RCPT');
    if (trouble === undefined) session.to.push(address);
    return trouble ?? '250 2.1.5 Recipient noted';
  }

  function acceptData(session: Session): string {
    if (session.to.length === 0) return '503 5.5.1 Nobody to send it to';
    const trouble = troubleAt('DATA');
    session.receiving = trouble === undefined;
    return trouble ?? '354 Go on, and end with a dot';
  }

  const server = createServer(converse);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const account = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    url: `smtp://${account}127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    troubles,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** A line, or while a mail comes in, all of it up to the line with a single dot. */
function takeNext({ receiving }: Session, pending: Buffer): { taken: Buffer; rest: Buffer } | undefined {
  if (!receiving) {
    const end = pending.indexOf('\r\n');
    return end < 0 ? undefined : { taken: pending.subarray(0, end), rest: pending.subarray(end + 2) };
  }
  if (pending.subarray(0, 3).equals(Buffer.from('.\r\n')))
    return { taken: Buffer.alloc(0), rest: pending.subarray(3) };
  const end = pending.indexOf('\r\n.\r\n');
  return end < 0 ? undefined : { taken: pending.subarray(0, end + 2), rest: pending.subarray(end + 5) };
}

function unstuffDots(content: Buffer): Buffer {
  return Buffer.from(content.toString('latin1').replace(/(^|\r\n)\.\./g, '$1.'), 'latin1');
}
