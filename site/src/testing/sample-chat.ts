import type { Conversation, MessagePage } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';

/** A message from Anna, or to Anna. */
export function sampleMessage(of: Partial<Message> = {}): Message {
  return {
    id: crypto.randomUUID(),
    type: 'theirs',
    number: 1,
    profileId: 'anna',
    text: 'Buonasera',
    blurred: null,
    name: 'Anna',
    at: Date.UTC(2026, 4, 1, 20),
    read: false,
    delivered: false,
    notice: null,
    readyMade: false,
    icebreaker: false,
    invitation: false,
    photo: null,
    phoneCovered: false,
    warning: null,
    ...of,
  };
}

export function sampleConversation(of: Partial<Conversation> = {}): Conversation {
  return {
    screenName: 'Anna',
    age: 38,
    kind: 'member',
    photo: null,
    photoVerified: false,
    activity: 'today',
    answersAt: null,
    available: false,
    icebreaker: false,
    closed: null,
    inReview: false,
    cost: 1,
    credit: 'message',
    invitationPending: false,
    deliveredTo: 0,
    readTo: 0,
    ownReadTo: 0,
    receiptsHidden: false,
    unread: 0,
    ...of,
  };
}

export function samplePage(messages: readonly Message[], of: Partial<MessagePage> = {}): MessagePage {
  return { messages: [...messages], next: null, conversation: sampleConversation(), ...of };
}
