import type { App } from '#server/app.ts';
import { openAsProfile } from '#server/messaging/open-conversation.ts';
import type { Outgoing, Stored } from '#server/messaging/outgoing.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { newId } from '#server/platform/ids.ts';
import { setCredits } from '../credits/credits.ts';
import type { Member } from '../world.ts';

/** Writes a message without the rules that keep a sender from others, and without any event. */
export function storeMessage(
  { db, messages }: Pick<App, 'db' | 'messages'>,
  outgoing: Outgoing,
): Promise<Stored> {
  return messages.write(outgoing, { open: () => openAsProfile(db, outgoing) });
}

/** A profile of ours writes to a member. */
export async function answerAs({ from, to }: { from: string; to: Member }, text: string): Promise<void> {
  await storeMessage(to.app, {
    brandId: to.brandId,
    fromId: from,
    toId: to.profileId,
    id: newId(),
    text,
    at: to.app.clock.now(),
    readyMade: false,
    photoId: null,
    replyTo: null,
    free: false,
    writtenBy: 'scripted',
    inPage: false,
  });
}

/** One after the other says something, at a moment of its own each. */
export async function talk(
  app: { clock: { advance(milliseconds: number): void } },
  one: Member,
  other: Member,
  said: readonly (readonly ['one' | 'other', string])[],
): Promise<void> {
  for (const [who, text] of said) {
    app.clock.advance(1_000);
    const [from, to] = who === 'one' ? [one, other] : [other, one];
    await sendMessage(from, { profileId: to.profileId, text });
  }
}

export function giveMessageCredits(member: Member, amount: number): Promise<void> {
  return setCredits(member, amount);
}
