import { sendMessage } from '../../server/messaging/sending.ts';
import { newId } from '../../server/platform/ids.ts';
import { setCredits } from '../billing/credits.ts';
import type { Member } from '../world.ts';

/** A profile of ours writes to a member. */
export async function answerAs({ from, to }: { from: string; to: Member }, text: string): Promise<void> {
  const { messages, clock } = to.app;
  await messages.write({
    brandId: to.brandId,
    fromId: from,
    toId: to.profileId,
    id: newId(),
    text,
    at: clock.now(),
    readyMade: false,
    photoId: null,
    writtenBy: 'scripted',
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
