import { z } from 'zod';
import { FOUND_MESSAGES_MOST, QUOTE_MAX_LETTERS, SEARCH_WORDS_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { line } from '../kernel/text.ts';
import { profileId } from '../profile/people.ts';
import { messageNumber } from './messages.ts';

const foundMessage = spelled({
  number: as('numero', messageNumber),
  own: as('mio', z.boolean()),
  /** The part of it in which the words stand. */
  text: as('msg', z.string().max(QUOTE_MAX_LETTERS)),
  at: as('time', epochMilliseconds),
});
export type FoundMessage = z.output<typeof foundMessage>;

export const searchConversation = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/messages/:trackerId/:angelId/search',
  access: 'member',
  owner: 'trackerId',
  summary:
    'Messages with a participant that hold some words, newest first, among those that the caller may read. Neither case nor accents count.',
  params: spelled({ trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) }),
  query: spelled({ words: as('q', line(SEARCH_WORDS_MAX_LETTERS).min(2)) }),
  reply: spelled({ found: as('trovati', z.array(foundMessage).max(FOUND_MESSAGES_MOST)) }),
  errors: [],
});
