import type { AccountHandlers } from './accounts/account-handlers.ts';
import { billingAccountHandlers } from './billing/account-handlers.ts';
import { creditAccountHandlers } from './credits/account-handlers.ts';
import { discoveryAccountHandlers } from './discovery/account-handlers.ts';
import { messagingAccountHandlers } from './messaging/account-handlers.ts';
import { profileAccountHandlers } from './profiles/account-handlers.ts';

/** What the rooms above `accounts/` do when something happens to an account, in their order. */
export const accountHandlers: readonly AccountHandlers[] = [
  profileAccountHandlers,
  creditAccountHandlers,
  discoveryAccountHandlers,
  messagingAccountHandlers,
  billingAccountHandlers,
];
