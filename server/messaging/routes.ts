import type { Socket } from 'socket.io';
import { z } from 'zod';
import * as contract from '../../contract/chat/chat.ts';
import { bind } from '../platform/http/bind.ts';
import { bindEvent } from '../platform/realtime/realtime.ts';
import { askForNews, noteTold } from './ask-for-news.ts';
import type { Listener } from './ask-for-news.ts';
import { clearConversation } from './clear-conversation.ts';
import { deleteMessage, restoreMessage } from './delete-message.ts';
import { listConversations } from './list-conversations.ts';
import { notePressing } from './note-pressing.ts';
import { noteReceived } from './note-received.ts';
import { readMessages } from './read-messages.ts';
import { sayTyping } from './say-typing.ts';
import { sendMessage } from './send-message.ts';

export const chatRoutes = [
  bind(contract.listConversations, listConversations),
  bind(contract.readMessages, readMessages),
  bind(contract.deleteMessage, deleteMessage),
  bind(contract.restoreMessage, restoreMessage),
  bind(contract.clearConversation, clearConversation),
];

const listeners = new WeakMap<Socket, Listener>();

function listenerOf(socket: Socket): Listener {
  const known = listeners.get(socket) ?? {
    told: new Map<string, number>(),
    tell: (news) => void socket.emit(contract.chat.name, z.encode(contract.chat.payload, news)),
  };
  listeners.set(socket, known);
  return known;
}

export const chatEvents = [
  bindEvent(contract.sendMessage, (context, input, { id }) => sendMessage(context, input, id)),
  bindEvent(contract.pressing, (context, input, socket) =>
    notePressing(context, input, () => void socket.emit(contract.pausePressing.name, {})),
  ),
  bindEvent(contract.askForNews, (context, _, socket) => askForNews(context, listenerOf(socket))),
  bindEvent(contract.sayTyping, sayTyping),
  bindEvent(contract.sayReceived, (context, input, socket) => {
    noteTold(listenerOf(socket), input.profileId, input.deliveredTo);
    return noteReceived(context, input, socket.id);
  }),
];
