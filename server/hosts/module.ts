/** Everything that people of the staff who answer for profiles add to the program. */

import * as messages from '#contract/staff/chat-messages.ts';
import * as staff from '#contract/staff/chat.ts';
import * as teams from '#contract/staff/host-teams.ts';
import { readHouseWeek as readHouseWeekEndpoint } from '#contract/staff/house-profiles.ts';
import * as supervision from '#contract/staff/supervision.ts';
import * as writing from '#contract/staff/writing.ts';
import { bind } from '#server/bind.ts';
import { cronJob, handle } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { endConversationsJob } from '#server/profiles/house/state.ts';
import { readAlbum } from './album.ts';
import { readBoard } from './board.ts';
import { deleteOldReplyTexts } from './check-reply.ts';
import { endClaims, endClaimsJob } from './claim-ends.ts';
import {
  claimConversation,
  claimNext,
  listHosts,
  releaseConversation,
  transferConversation,
} from './claims.ts';
import { reportConcern } from './concerns.ts';
import { readStaffConversation } from './conversation.ts';
import { suggestDraft } from './drafts.ts';
import { endConversations } from './end-conversations.ts';
import { reactAsProfile, unsendAsProfile } from './message-actions.ts';
import { addHostNote, changeHostNote, deleteHostNote, readStaffCards } from './notes.ts';
import { deleteOldHostWork } from './old-work.ts';
import { readHouseWeek } from './profile-week.ts';
import * as quality from './quality.ts';
import { countQueue, listQueue } from './queue.ts';
import { replyAsProfile, typeAsProfile } from './replying.ts';
import { cancelScheduled, scheduleReply, sendScheduled, sendScheduledJob } from './scheduled-replies.ts';
import * as shifts from './shifts.ts';
import { deleteSnippet, listSnippets, saveSnippet } from './snippets.ts';
import { listTeams, removeTeam, saveTeam } from './teams.ts';
import { translateMessage, translateReply } from './translations.ts';
import { listScheduled, readWritingAids } from './writing-aids.ts';

/** Some conversations, each with a message and what was paid for others. */
const END_SECONDS = 120;

export const hosts = {
  name: 'hosts',
  routes: [
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
    bind(messages.reactAsProfile, reactAsProfile),
    bind(messages.unsendAsProfile, unsendAsProfile),
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
    bind(teams.listTeams, listTeams),
    bind(teams.saveTeam, saveTeam),
    bind(teams.removeTeam, removeTeam),
    bind(readHouseWeekEndpoint, readHouseWeek),
  ],
  jobs: [
    cronJob('hosts', deleteOldReplyTexts, { match: '29 3 * * *' }),
    handle(sendScheduledJob, sendScheduled),
    handle(endClaimsJob, endClaims),
    handle(endConversationsJob, endConversations, { timeoutSeconds: END_SECONDS }),
  ],
  cleanUp: deleteOldHostWork,
} satisfies Module;
