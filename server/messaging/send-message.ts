import type { sendMessage as event } from '../../contract/chat/sending.ts';
import { RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '../../contract/kernel/event.ts';
import type { MemberContext } from '../app.ts';
import { newId, readUuid } from '../platform/ids.ts';
import { cleanLines } from '../../contract/kernel/text.ts';
import { announceMessage } from './announce-message.ts';
import type { Outgoing } from './message-writer.ts';

type Input = Pick<EventInput<typeof event>, 'profileId' | 'text' | 'id' | 'readyMade' | 'photoId'>;
const reserved: ReadonlySet<string> = new Set(RESERVED_PROFILE_IDS);

/** A member writes to somebody. It is stored, paid for and counted at once, or refused. */
export async function sendMessage(
  context: MemberContext,
  input: Input,
  connection?: string,
): Promise<EventAcknowledgement<typeof event>> {
  if (reserved.has(input.profileId)) fail('chat.closed');
  const text = cleanLines(input.text);
  if (text === '' && input.photoId === undefined) fail('chat.empty');
  const at = context.clock.now();
  context.messages.count(context.accountId, at.getTime());
  context.limits.hitSoon('messageDay', context.accountId);
  const outgoing: Outgoing = {
    brandId: context.brandId,
    fromId: context.profileId,
    toId: readUuid(input.profileId) ?? fail('request.not_found'),
    id: input.id?.toLowerCase() ?? newId(),
    text,
    at,
    readyMade: input.readyMade ?? false,
    photoId: input.photoId ?? null,
    writtenBy: null,
  };
  const stored = await context.messages.write(outgoing);
  if (stored.isNew) void announceMessage(context, context.brand, { outgoing, stored, connection });
  const { messageCredits, iceBreakerCredits } = stored.from;
  return {
    id: outgoing.id,
    number: stored.number,
    at: stored.at.getTime(),
    phoneCovered: stored.phoneCovered,
    messageCredits,
    iceBreakerCredits,
  };
}
