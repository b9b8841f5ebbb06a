import type { Socket } from 'socket.io';
import { z } from 'zod';
import * as conversationsContract from '../../contract/chat/conversations.ts';
import * as liveContract from '../../contract/chat/live.ts';
import * as sendingContract from '../../contract/chat/sending.ts';
import { bind } from '../platform/http/bind.ts';
import { bindEvent } from '../platform/realtime/realtime.ts';
import { pollPending, noteTold } from './pending-messages.ts';
import type { Listener } from './pending-messages.ts';
import { clearConversation, deleteMessage, restoreMessage } from './deleting.ts';
import { listConversations } from './conversation-list.ts';
import { notePressing, sendMessage } from './sending.ts';
import { noteReceived } from './receipts.ts';
import { readMessages } from './reading.ts';
import { reportTyping } from './typing.ts';

export const chatRoutes = [
  bind(conversationsContract.listConversations, listConversations),
  bind(conversationsContract.readMessages, readMessages),
  bind(conversationsContract.deleteMessage, deleteMessage),
  bind(conversationsContract.restoreMessage, restoreMessage),
  bind(conversationsContract.clearConversation, clearConversation),
];

const listeners = new WeakMap<Socket, Listener>();

function listenerOf(socket: Socket): Listener {
  const known = listeners.get(socket) ?? {
    told: new Map<string, number>(),
    tell: (news) => void socket.emit(liveContract.chat.name, z.encode(liveContract.chat.payload, news)),
  };
  listeners.set(socket, known);
  return known;
}

export const chatEvents = [
  bindEvent(sendingContract.sendMessage, (context, input, { id }) => sendMessage(context, input, id)),
  bindEvent(sendingContract.reportCreditsShort, (context, input, socket) =>
    notePressing(context, input, () => void socket.emit(sendingContract.creditsShortPaused.name, {})),
  ),
  bindEvent(liveContract.pollPending, (context, _, socket) => pollPending(context, listenerOf(socket))),
  bindEvent(liveContract.reportTyping, reportTyping),
  bindEvent(liveContract.reportReceipt, (context, input, socket) => {
    noteTold(listenerOf(socket), input.profileId, input.deliveredTo);
    return noteReceived(context, input, socket.id);
  }),
];
