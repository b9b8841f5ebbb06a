/** Everything that conversations add to the program. */

import type { Socket } from 'socket.io';
import { z } from 'zod';
import * as conversations from '#contract/chat/conversations.ts';
import * as live from '#contract/chat/live.ts';
import * as photos from '#contract/chat/photos.ts';
import * as sending from '#contract/chat/sending.ts';
import * as deck from '#contract/discovery/deck.ts';
import * as staff from '#contract/staff/chat.ts';
import * as supervision from '#contract/staff/supervision.ts';
import * as writing from '#contract/staff/writing.ts';
import type { App } from '#server/app.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { bind } from '#server/platform/http/bind.ts';
import { handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { bindEvent } from '#server/platform/realtime/realtime.ts';
import { answerAsCompanion, enqueueLostAnswers } from '#server/companion/answering.ts';
import { deleteOldUse } from '#server/companion/budget.ts';
import { listConversations } from './conversation-list.ts';
import { clearConversation, deleteMessage, restoreMessage } from './deleting.ts';
import { readAlbum } from '#server/hosts/album.ts';
import { readBoard } from '#server/hosts/board.ts';
import { deleteOldReplyTexts } from '#server/hosts/check-reply.ts';
import { endClaims, endClaimsJob } from '#server/hosts/claim-ends.ts';
import {
  claimConversation,
  claimNext,
  listHosts,
  releaseConversation,
  transferConversation,
} from '#server/hosts/claims.ts';
import { reportConcern } from '#server/hosts/concerns.ts';
import { readStaffConversation } from '#server/hosts/conversation.ts';
import { suggestDraft } from '#server/hosts/drafts.ts';
import { addHostNote, changeHostNote, deleteHostNote, readStaffCards } from '#server/hosts/notes.ts';
import { deleteOldHostWork } from '#server/hosts/old-work.ts';
import * as quality from '#server/hosts/quality.ts';
import { countQueue, listQueue } from '#server/hosts/queue.ts';
import { replyAsProfile, typeAsProfile } from '#server/hosts/replying.ts';
import {
  cancelScheduled,
  scheduleReply,
  sendScheduled,
  sendScheduledJob,
} from '#server/hosts/scheduled-replies.ts';
import * as shifts from '#server/hosts/shifts.ts';
import { deleteSnippet, listSnippets, saveSnippet } from '#server/hosts/snippets.ts';
import { translateMessage, translateReply } from '#server/hosts/translations.ts';
import { listScheduled, readWritingAids } from '#server/hosts/writing-aids.ts';
import { findPending, knowsNothing, recordKnown } from './pending.ts';
import type { Known } from './pending.ts';
import { removeFiles, removeFilesWithoutRow, removeUnsentPhotos } from './photos/files.ts';
import { admitChatPhoto, uploadChatPhoto } from './photos/uploading.ts';
import { notifyOfVerdict, photoDecided, readChatPhoto, readPhotoAsStaff } from './photos/viewing.ts';
import { readMessages } from './reading.ts';
import { recordReceipt } from './receipts.ts';
import { decide, recordCreditsShort, sendMessage } from './sending.ts';
import { notifyTyping } from './typing.ts';
import { answerJob } from './write-messages.sql.ts';

const nothing = z.object({});
const removeUnsent = jobKind('chat.remove_unsent_photos', nothing);
const enqueueLost = jobKind('companion.remember', nothing, { maxAttempts: 1 });
const deleteUse = jobKind('companion.forget_use', nothing);
const deleteReplyTexts = jobKind('hosts.forget_reply_texts', nothing);

/** Two tries of a model, the pause after them, and some room. */
const ANSWER_SECONDS = 180;

const A_DAY = DAY / MINUTE;

/** Run by a worker of their own: a slow model must not keep mails and the like waiting. */
export const answerJobs: JobHandler[] = [
  handle(answerJob, answerAsCompanion, { timeoutSeconds: ANSWER_SECONDS }),
];

export const chatJobs: JobHandler[] = [
  handle(removeFiles, removeFilesWithoutRow),
  handle(photoDecided, notifyOfVerdict),
  handle(removeUnsent, (app, _, info) => removeUnsentPhotos(app, info), { timeoutSeconds: 300 }),
  handle(enqueueLost, enqueueLostAnswers),
  handle(deleteUse, deleteOldUse),
  handle(deleteReplyTexts, deleteOldReplyTexts),
  handle(sendScheduledJob, sendScheduled),
  handle(endClaimsJob, endClaims),
];

export const messaging = {
  name: 'messaging',
  routes: [
    bind(conversations.listConversations, listConversations),
    bind(conversations.readMessages, readMessages),
    bind(conversations.deleteMessage, deleteMessage),
    bind(conversations.restoreMessage, restoreMessage),
    bind(conversations.clearConversation, clearConversation),
    bind(photos.uploadChatPhoto, uploadChatPhoto, { beforeUpload: admitChatPhoto }),
    bind(photos.readChatPhoto, readChatPhoto),
    bind(staff.readStaffChatPhoto, readPhotoAsStaff),
    bind(staff.listQueue, listQueue),
    bind(staff.countQueue, countQueue),
    bind(staff.claimNext, claimNext),
    bind(staff.claimConversation, claimConversation),
    bind(staff.transferConversation, transferConversation),
    bind(staff.listHosts, listHosts),
    bind(staff.releaseConversation, releaseConversation),
    bind(staff.readStaffConversation, readStaffConversation),
    bind(staff.readStaffCards, readStaffCards),
    bind(staff.addHostNote, addHostNote),
    bind(staff.changeHostNote, changeHostNote),
    bind(staff.deleteHostNote, deleteHostNote),
    bind(staff.replyAsProfile, replyAsProfile),
    bind(staff.typeAsProfile, typeAsProfile),
    bind(writing.listSnippets, listSnippets),
    bind(writing.saveSnippet, saveSnippet),
    bind(writing.deleteSnippet, deleteSnippet),
    bind(writing.readWritingAids, readWritingAids),
    bind(writing.suggestDraft, suggestDraft),
    bind(writing.translateMessage, translateMessage),
    bind(writing.translateReply, translateReply),
    bind(writing.readAlbum, readAlbum),
    bind(writing.scheduleReply, scheduleReply),
    bind(writing.cancelScheduled, cancelScheduled),
    bind(writing.listScheduled, listScheduled),
    bind(writing.reportConcern, reportConcern),
    bind(supervision.readBoard, readBoard),
    bind(supervision.readAlong, quality.readAlong),
    bind(supervision.markReply, quality.markReply),
    bind(supervision.listHostReplies, quality.listHostReplies),
    bind(supervision.listOwnMarks, quality.listOwnMarks),
    bind(supervision.listShifts, shifts.listShifts),
    bind(supervision.listOwnShifts, shifts.listOwnShifts),
    bind(supervision.planShift, shifts.planShift),
    bind(supervision.cancelShift, shifts.cancelShift),
  ],
  events: [
    bindEvent(deck.decide, (context, input, { id }) => decide(context, input, id)),
    bindEvent(sending.sendMessage, (context, input, { id }) => sendMessage(context, input, id)),
    bindEvent(sending.reportCreditsShort, (context, input, socket) =>
      recordCreditsShort(context, input, () => void socket.emit(sending.creditsShortPaused.name, {})),
    ),
    bindEvent(live.pollPending, async (context, { shown = [] }, socket) => {
      const known = knownTo(context.app, socket);
      for (const one of shown) recordKnown(known, one);
      const pending = await findPending(context, known);
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
  jobs: [...chatJobs, ...answerJobs],
  cron: [
    { task: removeUnsent.id, match: '17 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
    { task: enqueueLost.id, match: '* * * * *', payload: {}, maxAttempts: 1, backfillMinutes: 0 },
    { task: deleteUse.id, match: '23 3 * * *', payload: {}, maxAttempts: 3, backfillMinutes: A_DAY },
    {
      task: deleteReplyTexts.id,
      match: '29 3 * * *',
      payload: {},
      maxAttempts: 3,
      backfillMinutes: A_DAY,
    },
  ],
  cleanUp: deleteOldHostWork,
} satisfies Module;

/** What the connection knows: nothing yet, where it asks for the first time. */
function knownTo({ chat: { knownToConnections } }: App, socket: Socket): Known {
  const known = knownToConnections.get(socket.id) ?? knowsNothing();
  if (!knownToConnections.has(socket.id) && socket.connected) {
    knownToConnections.set(socket.id, known);
    socket.once('disconnect', () => knownToConnections.delete(socket.id));
  }
  return known;
}
