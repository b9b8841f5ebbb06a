import * as contract from '../../contract/moderation/moderation.ts';
import { bind } from '../platform/http/bind.ts';
import { approve, refuse } from './decide.ts';
import { listWaiting } from './list-waiting.ts';

export const moderationRoutes = [
  bind(contract.listModeration, listWaiting),
  bind(contract.approve, approve),
  bind(contract.refuse, refuse),
];
