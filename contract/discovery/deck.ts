import { z } from 'zod';
import { ignored } from '../kernel/claims.ts';
import { DECK_SIZE, INVITE_MAX_LETTERS, MESSAGE_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { clientEvent, serverEvent } from '../kernel/event.ts';
import {
  credits,
  epochMilliseconds,
  gender,
  photoAddress,
  placeName,
  profileKind,
  trackerId,
} from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { writing } from '../kernel/text.ts';
import { likedThing } from '../profile/liked-thing.ts';
import { person, profileId } from '../profile/people.ts';
import { placeOfSearch } from './search.ts';

export const readDeck = endpoint({
  host: 'dispenser',
  method: 'POST',
  path: '/match',
  whileWalking: true,
  access: 'member',
  owner: 'trackerId',
  needsRegion: true,
  summary: 'The next people to decide on. Each comes once; those taken back come first.',
  body: spelled({
    ...placeOfSearch,
    trackerId: as('trackerId', trackerId),
    seeks: as('cerco', gender.optional()),
  }),
  reply: z.object({
    result: spelled({
      people: as('profiles', z.array(person).max(DECK_SIZE)),
      /** There are no people beyond these, for now. */
      complete: as('esaurito', z.boolean()),
      /** Where they are from; as in a search. */
      region: as('region', placeName.nullable()),
      city: as('city', placeName.nullable()),
      widened: as('allargata', z.boolean()),
    }),
  }),
  sealedReply: 'result',
  errors: ['search.region_locked'],
});
export type Deck = z.output<typeof readDeck.reply>['result'];

const who = {
  trackerId: as('trackerId', trackerId),
  profileId: as('angelId', profileId),
};
/** What is left, and whether the other one likes the caller too. */
const verdictGiven = spelled({
  likeCredits: as('creditiLike', credits),
  matched: as('reciproco', z.boolean()),
});

export const like = clientEvent({
  name: 'like',
  summary:
    'The caller likes a person, or a photo or an answer of theirs. Twice is once. It costs a like credit at level 0; with words these become a message, which is paid for instead.',
  owner: 'trackerId',
  needsRegion: true,
  heldWhileUnseen: true,
  costs: 'like',
  input: spelled({
    ...who,
    what: as('cosa', likedThing.optional()),
    words: as('msg', writing(MESSAGE_MAX_LETTERS).optional()),
    /** The id of the message that the words become, so that a retry sends nothing twice. */
    messageId: as('id', z.uuid().optional()),
    host: as('servizio', ignored()),
    country: as('country', ignored()),
    screenName: as('screenName', ignored()),
  }),
  acknowledgement: verdictGiven,
  errors: [
    'like.credits_short',
    'like.turns_wait',
    'chat.credits_short',
    'chat.closed',
    'account.paused',
    'profile.locked',
    'search.region_locked',
    'profile.refused',
    'account.muted',
    'request.not_found',
    'session.not_yours',
  ],
});

export const takeBackLike = clientEvent({
  name: 'annulla_like',
  summary:
    'The caller no longer likes a person. Twice is once. A match stays, and so does a like that went with words; the credit comes back with the last decision of the deck alone.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled(who),
  acknowledgement: verdictGiven,
  errors: ['like.stands', 'request.not_found', 'session.not_yours'],
});

const invitation = writing(INVITE_MAX_LETTERS);
/** The form of an invitation: without words there is none. */
export const inviteForm = z.object({ words: invitation.min(1, 'match.invitation_empty') });

export const decide = clientEvent({
  name: 'match',
  summary: 'A card of the deck was decided on, or the last decision is taken back.',
  owner: 'trackerId',
  needsRegion: true,
  heldWhileUnseen: true,
  input: spelled({
    ...who,
    verdict: as('type', spelledWords({ like: 'like', dislike: 'dislike', undo: 'annulla' })),
    mongoId: as('mongoId', ignored()),
    /** The words of an invitation. A like needs them in flows that have invitations. */
    invitation: as('msg', invitation.optional()),
  }),
  acknowledgement: verdictGiven,
  errors: [
    'like.credits_short',
    'like.turns_wait',
    'match.invitation_empty',
    'match.no_undo',
    // A person who does not take words of strangers.
    'chat.closed',
    'profile.locked',
    'search.region_locked',
    'profile.refused',
    'account.muted',
    'request.not_found',
    'session.not_yours',
  ],
});

/** What a like or a visit reports to a browser: one of another person's, or one of its own member's, on whatever device. */
export const liked = serverEvent({
  name: 'like',
  summary:
    'Another person likes or has visited the member; or the member liked a person, here or on another device.',
  payload: spelled({
    likeCredits: as('creditiLike', credits),
    news: as(
      'data',
      spelled({
        type: as('type', spelledWords({ like: 'like', visit: 'visita', own: 'personal' })),
        profileId: as('angelId', profileId),
        screenName: as('screenName', z.string().max(60)),
        age: as('age', z.int().nullable()),
        kind: as('kind', profileKind),
        photo: as('default_photo', photoAddress.nullable()),
        text: as('msg', z.string().max(INVITE_MAX_LETTERS)),
        /** What of the member's is liked. Null: the person, or nothing, as with a visit. */
        what: as('cosa', likedThing.nullable()),
        matched: as('reciproco', z.boolean()),
        at: as('time', epochMilliseconds),
      }),
    ),
  }),
});
export type News = z.output<typeof liked.payload>['news'];

export const likeTakenBack = serverEvent({
  name: 'like_annullato',
  summary: 'The member has taken a like back, here or on another device.',
  payload: spelled({
    likeCredits: as('creditiLike', credits),
    profileId: as('angelId', profileId),
  }),
});
