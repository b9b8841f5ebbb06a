import { z } from 'zod';
import { entitlements } from '../account/entitlements.ts';
import { ignored } from '../kernel/claims.ts';
import { MESSAGE_MAX_LETTERS } from '../kernel/constants.ts';
import { clientEvent, serverEvent } from '../kernel/event.ts';
import { credits, epochMilliseconds, premiumLevel, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { writing } from '../kernel/text.ts';
import { profileId } from '../profile/people.ts';
import { messageNumber } from './messages.ts';

const who = { trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) };
const claims = {
  screenName: as('screenName', ignored()),
  host: as('servizio', ignored()),
  country: as('country', ignored()),
};
const whatIsLeft = {
  messageCredits: as('creditiTotali', credits),
  iceBreakerCredits: as('creditiIcebreaker', credits),
};

export const sendMessage = clientEvent({
  name: 'chat',
  summary:
    'The caller writes to a participant. The same id is stored and charged once. Acknowledged when it is stored.',
  owner: 'trackerId',
  needsRegion: true,
  costs: 'message',
  input: spelled({
    ...who,
    ...claims,
    id: as('id', z.uuid().optional()),
    text: as('msg', writing(MESSAGE_MAX_LETTERS)),
    readyMade: as('precompilato', z.boolean().nullable().optional()),
    photoId: as('foto', z.uuid().optional()),
    /** The number of the message that this one answers. */
    replyTo: as('risposta_a', messageNumber.min(1).optional()),
    time: as('time', ignored()),
    blurred: as('blurredMessage', ignored()),
    icebreaker: as('icebreaker', ignored()),
  }),
  acknowledgement: spelled({
    id: as('id', z.uuid()),
    number: as('numero', messageNumber),
    at: as('time', epochMilliseconds),
    phoneCovered: as('avviso_telefono', z.boolean()),
    ...whatIsLeft,
  }),
  errors: [
    'chat.credits_short',
    'chat.empty',
    'chat.closed',
    'profile.refused',
    'account.muted',
    'account.paused',
    'chat.photo_unknown',
    // These two of a first message alone.
    'profile.locked',
    'search.region_locked',
    'request.not_found',
    'session.not_yours',
  ],
});
export type SentMessage = z.output<typeof sendMessage.acknowledgement>;

export const reportCreditsShort = clientEvent({
  name: 'pressing',
  summary: 'A message was refused for want of credits. The funnel counts it.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled({ ...who, ...claims, landedAt: as('landedTime', ignored()) }),
  acknowledgement: z.object({}),
  errors: ['session.not_yours'],
});

export const creditsLeft = serverEvent({
  name: 'creditiResidui',
  summary:
    'What the member has left, sent to every other device of theirs; and their level with what it opens and costs, where it may have changed.',
  payload: spelled({
    ...whatIsLeft,
    level: as('premiumLevel', premiumLevel.optional()),
    entitlements: as('diritti', entitlements.optional()),
  }),
});

export const creditsShortPaused = serverEvent({
  name: 'pausePressing',
  summary: '`pressing` comes too often and is not counted for a while. Browsers do nothing.',
  payload: z.object({}),
});
