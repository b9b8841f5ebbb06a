import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import * as liveContract from '#contract/chat/live.ts';
import * as sendingContract from '#contract/chat/sending.ts';
import { announce } from '#contract/kernel/connection.ts';
import type { ClientEvent, EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import type { App } from '#server/app.ts';
import { messaging } from '#server/messaging/module.ts';
import { memoryPresence } from '#server/platform/realtime/presence.ts';
import { createSocketServer } from '#server/platform/realtime/realtime.ts';
import { connectBrowser } from '../browser-socket.ts';
import type { Member } from '../world.ts';

type Answer<E extends ClientEvent> = EventAcknowledgement<E> & { ok: boolean; error?: { code: string } };

const expected = [
  liveContract.chat,
  liveContract.typing,
  liveContract.receiptChanged,
  liveContract.conversationChanged,
  sendingContract.creditsLeft,
  sendingContract.creditsShortPaused,
];

/** A member's browser: what it sends is answered, what it receives is recorded under the event's name. */
export interface Browser {
  received: { name: string; payload: unknown }[];
  say<E extends ClientEvent>(event: E, input: Omit<EventInput<E>, 'trackerId'>): Promise<Answer<E>>;
  /** The same without an acknowledgement. */
  send<E extends ClientEvent>(event: E, input: Omit<EventInput<E>, 'trackerId'>): void;
  /** Whatever was sent to it before has arrived. Answers with what has come since last time. */
  settle(): Promise<{ name: string; payload: unknown }[]>;
}

/** The live side of the server. What is done through this `realtime` reaches the browsers. */
export async function goLive(app: App) {
  const presence = memoryPresence();
  const sockets = createSocketServer(presence, app.brands);
  const http = createServer();
  const { realtime } = sockets;
  sockets.attach({ ...app, realtime }, http, { events: messaging.events });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sockets.drain();
    presence.close();
  });
  const { port } = http.address() as AddressInfo;
  return { realtime, port, open: (member: Member) => openBrowser(port, member) };
}

async function openBrowser(port: number, { token, trackerId }: Member): Promise<Browser> {
  const socket = await connectBrowser(port, token);
  const received: Browser['received'] = [];
  for (const { name, payload: schema } of expected)
    socket.on(name, (wire: unknown) => {
      received.push({ name, payload: z.decode(schema as z.ZodType, wire) });
    });
  return {
    received,
    async say(event, input) {
      const wire = z.encode(event.input, { ...input, trackerId });
      const answer = (await socket.emitWithAck(event.name, wire)) as Answer<typeof event>;
      return answer.ok
        ? { ...(z.decode(event.acknowledgement, answer) as Answer<typeof event>), ok: true }
        : answer;
    },
    send(event, input) {
      socket.emit(event.name, z.encode(event.input, { ...input, trackerId }));
    },
    async settle() {
      await socket.emitWithAck(announce.name, trackerId);
      return received.splice(0);
    },
  };
}
