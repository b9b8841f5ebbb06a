import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { decide, like, likeTakenBack, liked, takeBackLike } from '#contract/discovery/deck.ts';
import type { News } from '#contract/discovery/deck.ts';
import { announce } from '#contract/kernel/connection.ts';
import type { ClientEvent, EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import type { App } from '#server/app.ts';
import { discovery } from '#server/discovery/module.ts';
import { messaging } from '#server/messaging/module.ts';
import { memoryPresence } from '#server/platform/realtime/presence.ts';
import { createSocketServer } from '#server/platform/realtime/realtime.ts';
import { connectBrowser } from '../browser-socket.ts';
import type { Member } from '../world.ts';

interface ReceivedLike {
  likeCredits: number;
  news: News;
}

type Answer<E extends ClientEvent> = EventAcknowledgement<E> & { ok: boolean; error?: { code: string } };

/** A member's browser: what it sends is answered, what it receives is recorded. */
export interface Browser {
  received: ReceivedLike[];
  /** Whose likes were taken back, as this browser was notified. */
  takenBack: z.output<typeof likeTakenBack.payload>[];
  like(profileId: string): Promise<Answer<typeof like>>;
  takeBackLike(profileId: string): Promise<Answer<typeof takeBackLike>>;
  decide(
    profileId: string,
    verdict: EventInput<typeof decide>['verdict'],
    invitation?: string,
  ): Promise<Answer<typeof decide>>;
  /** Whatever was sent to it before has arrived. */
  settle(): Promise<void>;
}

/** The live side of the server. What is done through this `realtime` reaches the browsers. */
export async function goLive(app: App) {
  const presence = memoryPresence();
  const sockets = createSocketServer(presence, app.brands);
  const http = createServer();
  const { realtime } = sockets;
  sockets.attach({ ...app, realtime }, http, { events: [...discovery.events, ...messaging.events] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sockets.drain();
    presence.close();
  });
  const { port } = http.address() as AddressInfo;
  return {
    realtime,
    async open(member: Member): Promise<Browser> {
      return browserOf(await connectBrowser(port, member.token), member);
    },
  };
}

function browserOf(socket: Socket, { trackerId }: Member): Browser {
  const received: ReceivedLike[] = [];
  socket.on(liked.name, (payload: z.input<typeof liked.payload>) =>
    received.push(z.decode(liked.payload, payload)),
  );
  const takenBack: Browser['takenBack'] = [];
  socket.on(likeTakenBack.name, (payload: z.input<typeof likeTakenBack.payload>) =>
    takenBack.push(z.decode(likeTakenBack.payload, payload)),
  );
  async function say<E extends ClientEvent>(event: E, input: EventInput<E>): Promise<Answer<E>> {
    const answer = (await socket.emitWithAck(event.name, z.encode(event.input, input))) as Answer<E>;
    return answer.ok ? { ...(z.decode(event.acknowledgement, answer) as Answer<E>), ok: true } : answer;
  }
  return {
    received,
    takenBack,
    takeBackLike: (profileId) => say(takeBackLike, { trackerId, profileId }),
    like: (profileId) => say(like, { trackerId, profileId }),
    decide: (profileId, verdict, invitation) =>
      say(decide, { trackerId, profileId, verdict, ...(invitation === undefined ? {} : { invitation }) }),
    settle: async () => void (await socket.emitWithAck(announce.name, trackerId)),
  };
}
