import * as contract from '../../../contract/staff/chat.ts';
import { bind } from '../../platform/http/bind.ts';
import { claimConversation, claimNext } from './claim-conversation.ts';
import { listQueue } from './list-queue.ts';
import { readStaffConversation } from './read-staff-conversation.ts';
import { releaseConversation } from './release-conversation.ts';
import { replyAsProfile } from './reply-as-profile.ts';
import { typeAsProfile } from './type-as-profile.ts';

export const hostRoutes = [
  bind(contract.listQueue, listQueue),
  bind(contract.claimNext, claimNext),
  bind(contract.claimConversation, claimConversation),
  bind(contract.releaseConversation, releaseConversation),
  bind(contract.readStaffConversation, readStaffConversation),
  bind(contract.replyAsProfile, replyAsProfile),
  bind(contract.typeAsProfile, typeAsProfile),
];
