import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';

/** Opens a browser's connection, and fails where it is refused. */
export async function connectBrowser(
  port: number,
  token: unknown,
  namespace = '',
  host = 'localhost',
): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}${namespace}`, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { host },
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

export function nextEvent<T = unknown>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, (...args: T[]) => resolve(args[0] as T)));
}
