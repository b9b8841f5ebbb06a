import { onTestFinished } from 'vitest';
import { onConnect, onEvent } from '#client/socket-events.ts';
import { openSocket } from '#client/socket.ts';
import { readMessages } from '#contract/chat/conversations.ts';
import type { MessagePage } from '#contract/chat/conversations.ts';
import { chat } from '#contract/chat/live.ts';
import { callAt } from '../http.ts';
import type { Member } from '../world.ts';

/** The ids of what a page shows of others, by the sender and the number. */
export type Shown = Map<string, Map<number, string>>;

/**
 * A page of ours that stays open, on the connection that both apps have: it merges the events it receives, and fetches what came
 * after the last number that it holds when the connection asks it to. There is one in a process.
 */
export function openPage(port: number, owner: Member, others: readonly Member[]): Shown {
  const shown: Shown = new Map(others.map(({ profileId }) => [profileId, new Map<number, string>()]));
  const { trackerId, token } = owner;

  async function fetchMissed(profileId: string, numbers: Map<number, string>): Promise<void> {
    let after: string | null = '0';
    while (after !== null) {
      const answer: { status: number; reply: MessagePage } = await callAt(
        port,
        readMessages,
        { trackerId, profileId, after },
        { token },
      );
      for (const { number, type, id } of answer.reply.messages)
        if (type === 'theirs') numbers.set(number, id);
      after = answer.reply.next;
    }
  }

  const stops = [
    onEvent(chat, ({ type, profileId, number, id }) => {
      if (type === 'theirs' && id !== null) shown.get(profileId)?.set(number, id);
    }),
    onConnect(() => {
      for (const [profileId, numbers] of shown) void fetchMissed(profileId, numbers).catch(() => undefined);
    }),
    openSocket({
      address: `http://127.0.0.1:${port}/socket.io`,
      token: () => token,
      trackerId,
      reload: () => undefined,
      sessionEnded: () => undefined,
      report: () => undefined,
    }),
  ];
  onTestFinished(() => {
    for (const stop of stops) stop();
  });
  return shown;
}
