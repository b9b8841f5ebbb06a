import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { expect } from 'vitest';
import { z } from 'zod';
import { readMessages } from '#contract/chat/conversations.ts';
import type { MessagePage } from '#contract/chat/conversations.ts';
import { chat } from '#contract/chat/live.ts';
import type { ChatEvent } from '#contract/chat/live.ts';
import { sendMessage } from '#contract/chat/sending.ts';
import type {
  ClientEvent,
  EventAcknowledgement,
  EventInput,
  EventPayload,
  ServerEvent,
} from '#contract/kernel/event.ts';
import { connectBrowser } from '../browser-socket.ts';
import { callAt } from '../http.ts';
import type { Member } from '../world.ts';

/** A member's open connection: what comes is kept in the order in which it came, once, as on a page. */
export class Device {
  readonly socket: Socket;
  readonly owner: Member;
  readonly messages: ChatEvent[] = [];

  constructor(socket: Socket, owner: Member) {
    this.socket = socket;
    this.owner = owner;
    this.listen(chat, (news) => {
      if (!this.messages.some(({ id }) => id === news.id)) this.messages.push(news);
    });
  }

  static async open(port: number, owner: Member): Promise<Device> {
    return new Device(await connectBrowser(port, owner.token), owner);
  }

  listen<E extends ServerEvent>(event: E, handler: (payload: EventPayload<E>) => void): void {
    this.socket.on(event.name, (payload: unknown) =>
      handler(z.decode(event.payload, payload) as EventPayload<E>),
    );
  }

  next<E extends ServerEvent>(event: E): Promise<EventPayload<E>> {
    return new Promise((resolve) => this.listen(event, resolve));
  }

  async say<E extends ClientEvent>(event: E, input: EventInput<E>): Promise<EventAcknowledgement<E>> {
    const answer: unknown = await this.socket.emitWithAck(event.name, z.encode(event.input, input));
    expect(answer).toMatchObject({ ok: true });
    return z.decode(event.acknowledgement, answer) as EventAcknowledgement<E>;
  }

  write(to: Member, text: string, id: string = randomUUID()) {
    const { trackerId } = this.owner;
    return this.say(sendMessage, { trackerId, profileId: to.profileId, id, text });
  }

  texts(): string[] {
    return this.messages.map(({ text }) => text);
  }
}

/** All that was said after a place, as a browser fetches it that has been away. */
export async function fetchTexts(port: number, reader: Member, other: Member, after = 0): Promise<string[]> {
  const { trackerId, token } = reader;
  const texts: string[] = [];
  let place: string | null = String(after);
  while (place !== null) {
    const wanted = { trackerId, profileId: other.profileId, after: place };
    const answer: { status: number; reply: MessagePage } = await callAt(port, readMessages, wanted, {
      token,
    });
    expect(answer.status).toBe(200);
    texts.push(...answer.reply.messages.map(({ text }) => text));
    place = answer.reply.next;
  }
  return texts;
}
