import { z } from 'zod';
import { MESSAGE_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { profileId } from '../profile/people.ts';

export const closeKindly = endpoint({
  host: 'api',
  method: 'POST',
  path: '/get/messages/:trackerId/:angelId/close',
  access: 'member',
  owner: 'trackerId',
  summary:
    'The caller does not go on with somebody to whom they owe an answer. A private person is sent a friendly sentence, which costs nothing.',
  params: spelled({ trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) }),
  /** Of the sentence, so that a retry sends it once. */
  body: z.object({ id: z.uuid() }),
  reply: spelled({
    result: as('result', z.literal('OK')),
    /** What the other one was sent; null where that was nothing. */
    sentence: as('frase', z.string().max(MESSAGE_MAX_LETTERS).nullable()),
  }),
  errors: [],
});
