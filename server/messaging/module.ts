/** Everything that conversations add to the program. */

import type { Socket } from 'socket.io';
import { z } from 'zod';
import * as conversations from '#contract/chat/conversations.ts';
import * as live from '#contract/chat/live.ts';
import * as actions from '#contract/chat/message-actions.ts';
import * as photos from '#contract/chat/photos.ts';
import * as searching from '#contract/chat/searching.ts';
import * as sending from '#contract/chat/sending.ts';
import * as turns from '#contract/chat/turns.ts';
import * as deck from '#contract/discovery/deck.ts';
import * as staff from '#contract/staff/chat.ts';
import type { App } from '#server/app.ts';
import { bind, bindEvent } from '#server/bind.ts';
import { cronJob, handle } from '#server/platform/jobs/jobs.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { listConversations } from './conversation-list.ts';
import { clearConversation, deleteMessage, restoreMessage } from './deleting.ts';
import { reactToMessage } from './message-reactions.ts';
import { findPending, noneKnown, recordKnown } from './pending.ts';
import type { KnownToConnection } from './pending.ts';
import { removeFilesWithoutRow, removeFilesWithoutRowJob, removeUnsentPhotos } from './photos/files.ts';
import { admitChatPhoto, uploadChatPhoto } from './photos/uploading.ts';
import {
  announcePhotoVerdict,
  announcePhotoVerdictJob,
  readChatPhoto,
  readPhotoAsStaff,
} from './photos/viewing.ts';
import { readMessages } from './reading.ts';
import { recordReceipt } from './receipts.ts';
import { searchConversation } from './searching.ts';
import { decide, like, recordCreditsShort, sendMessage } from './sending.ts';
import { closeKindly } from './turns.ts';
import { notifyTyping } from './typing.ts';
import { unsendMessage } from './unsending.ts';

export const chatJobs: JobHandler[] = [
  handle(removeFilesWithoutRowJob, removeFilesWithoutRow),
  handle(announcePhotoVerdictJob, announcePhotoVerdict),
  cronJob('messaging', removeUnsentPhotos, { match: '17 * * * *' }),
];

export const messaging = {
  name: 'messaging',
  routes: [
    bind(conversations.listConversations, listConversations),
    bind(conversations.readMessages, readMessages),
    bind(conversations.deleteMessage, deleteMessage),
    bind(conversations.restoreMessage, restoreMessage),
    bind(conversations.clearConversation, clearConversation),
    bind(searching.searchConversation, searchConversation),
    bind(turns.closeKindly, closeKindly),
    bind(actions.reactToMessage, reactToMessage),
    bind(actions.unsendMessage, unsendMessage),
    bind(photos.uploadChatPhoto, uploadChatPhoto, { beforeUpload: admitChatPhoto }),
    bind(photos.readChatPhoto, readChatPhoto),
    bind(staff.readStaffChatPhoto, readPhotoAsStaff),
  ],
  events: [
    bindEvent(deck.like, (context, input, { id }) => like(context, input, id)),
    bindEvent(deck.decide, (context, input, { id }) => decide(context, input, id)),
    bindEvent(sending.sendMessage, (context, input, { id }, isAnswered) =>
      sendMessage(context, input, { connection: id, isAnswered }),
    ),
    bindEvent(sending.reportCreditsShort, (context, input, socket) =>
      recordCreditsShort(context, input, () => void socket.emit(sending.creditsShortPaused.name, {})),
    ),
    bindEvent(live.pollPending, async (context, { shown = [], unshown = [] }, socket) => {
      const known = knownTo(context.app, socket);
      for (const one of shown) recordKnown(known, one);
      const pending = await findPending(context, known, unshown);
      socket.emit(live.chat.name, z.encode(live.chat.payload, pending));
      return {};
    }),
    bindEvent(live.reportTyping, notifyTyping),
    bindEvent(live.reportReceipt, (context, input, socket) => {
      const { profileId, deliveredTo: upTo } = input;
      recordKnown(knownTo(context.app, socket), { type: 'message', profileId, upTo });
      return recordReceipt(context, input, socket.id);
    }),
  ],
  jobs: chatJobs,
} satisfies Module;

/** What the connection knows: nothing yet, where it asks for the first time. */
function knownTo({ chat: { knownToConnections } }: App, socket: Socket): KnownToConnection {
  const known = knownToConnections.get(socket.id) ?? noneKnown();
  if (!knownToConnections.has(socket.id) && socket.connected) {
    knownToConnections.set(socket.id, known);
    socket.once('disconnect', () => knownToConnections.delete(socket.id));
  }
  return known;
}
