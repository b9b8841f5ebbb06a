/** Stands where the server would: answers what the shown pages ask, as the contract says, and refuses all else. */

import { matchPath } from 'react-router';
import { z } from 'zod';
import { type ConversationRow, listConversations, readMessages } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { readDeck } from '#contract/discovery/deck.ts';
import { searchPeople } from '#contract/discovery/search.ts';
import { type Language, SEARCH_PAGE_SIZE } from '#contract/kernel/constants.ts';
import { type Endpoint, type ReplyOf, hostPrefixes } from '#contract/kernel/endpoint.ts';
import { type Person, readNavigation, readPerson, recordVisit } from '#contract/profile/people.ts';
import { sampleWords, samplePeople } from './sample-people.ts';

const MINUTE_MS = 60_000;

interface Shown {
  language: Language;
  person: Partial<Person>;
}

type Answer = { method: string; path: string; reply: (shown: Shown) => unknown };

function answer<E extends Endpoint>(endpoint: E, make: (shown: Shown) => ReplyOf<E>): Answer {
  return {
    method: endpoint.method,
    path: hostPrefixes[endpoint.host] + endpoint.path,
    reply: (shown) => z.encode(endpoint.reply, make(shown)),
  };
}

const answers: readonly Answer[] = [
  answer(searchPeople, (shown) => {
    const people = peopleOf(shown).slice(0, SEARCH_PAGE_SIZE);
    const { length: total } = people;
    return {
      result: { people, total, page: 1, version: 1, region: 'Lazio', city: null, widened: false },
    };
  }),
  answer(readDeck, (shown) => ({
    result: { people: peopleOf(shown), complete: true, region: 'Lazio', city: null, widened: false },
  })),
  answer(readPerson, (shown) => peopleOf(shown).slice(0, 1)),
  answer(recordVisit, () => ({ result: 'OK' as const })),
  answer(readNavigation, () => ({
    navigation: {
      visited: [],
      liked: [],
      messageCredits: 3,
      planCredits: 0,
      iceBreakerCredits: 2,
      likeCredits: 10,
      canAffordMessage: true,
      canAffordLike: true,
      unreadMessages: 1,
      unreadLikes: 2,
      unreadVisits: 0,
    },
  })),
  answer(listConversations, (shown) => ({ rows: conversationRows(shown), unread: 1, owed: 0, next: null })),
  answer(readMessages, (shown) => {
    const [{ screenName, age, kind, photo, photoVerified, activity, answersAt }] = peopleOf(shown) as [
      Person,
    ];
    return {
      messages: messagesOf(shown),
      next: null,
      conversation: {
        screenName,
        age,
        kind,
        photo,
        photoVerified,
        activity,
        answersAt,
        available: false,
        icebreaker: false,
        closed: null,
        inReview: false,
        cost: 1,
        credit: 'message' as const,
        invitationPending: false,
        deliveredTo: 2,
        readTo: 2,
        ownReadTo: 3,
        receiptsHidden: false,
        unread: 0,
      },
    };
  }),
];

const peopleOf = ({ language, person }: Shown) => samplePeople(language, person);

function conversationRows(shown: Shown): ConversationRow[] {
  const { answer: said, question } = sampleWords[shown.language];
  return peopleOf(shown).map(({ id, screenName, age, kind, photo }, index) => ({
    profileId: id,
    screenName,
    age,
    kind,
    photo,
    type: index === 1 ? 'own' : 'theirs',
    number: 3,
    text: index === 0 ? question : said,
    blurred: null,
    hasPhoto: false,
    at: Date.now() - (index * 47 + 2) * MINUTE_MS,
    unread: index === 3 ? 1 : 0,
    read: true,
    delivered: true,
    notice: null,
    owed: false,
  }));
}

function messagesOf(shown: Shown): Message[] {
  const { hello, answer: said, question } = sampleWords[shown.language];
  const [first] = peopleOf(shown);
  const lines = [
    { type: 'theirs', text: hello },
    { type: 'own', text: said },
    { type: 'theirs', text: question },
  ] as const;
  return lines.map(({ type, text }, index) => ({
    id: `00000000-0000-7000-8000-00000000000${index + 1}`,
    type,
    number: index + 1,
    profileId: first?.id ?? '',
    text,
    blurred: null,
    name: first?.screenName ?? '',
    at: Date.now() - (9 - index * 3) * MINUTE_MS,
    read: true,
    delivered: true,
    notice: null,
    readyMade: false,
    icebreaker: false,
    invitation: false,
    photo: null,
    phoneCovered: false,
    warning: null,
  }));
}

/** Takes the place of `fetch`: nothing that the page does reaches a server. */
export function answerByItself(shown: () => Shown): void {
  window.fetch = async (input, { method = 'GET' } = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    const { pathname } = new URL(address, location.href);
    const found = answers.find((each) => each.method === method && matchPath(each.path, pathname));
    if (!found) return Response.json({ error: { code: 'request.not_found' } }, { status: 404 });
    return Response.json(found.reply(shown()));
  };
}
