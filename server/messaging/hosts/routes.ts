import * as contract from '../../../contract/staff/chat.ts';
import { bind } from '../../platform/http/bind.ts';
import { claimConversation, claimNext, listQueue, releaseConversation } from './queue.ts';
import { readStaffConversation } from './conversation.ts';
import { replyAsProfile, typeAsProfile } from './replying.ts';

export const hostRoutes = [
  bind(contract.listQueue, listQueue),
  bind(contract.claimNext, claimNext),
  bind(contract.claimConversation, claimConversation),
  bind(contract.releaseConversation, releaseConversation),
  bind(contract.readStaffConversation, readStaffConversation),
  bind(contract.replyAsProfile, replyAsProfile),
  bind(contract.typeAsProfile, typeAsProfile),
];
