import * as billing from './billing.ts';
import * as chat from './chat.ts';
import * as credentials from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import type { ClientEvent, ServerEvent } from './event.ts';
import * as legal from './legal.ts';
import * as mailRemoval from './mail-removal.ts';
import * as match from './match.ts';
import * as moderation from './moderation.ts';
import * as orders from './orders.ts';
import * as ownAccount from './own-account.ts';
import * as ownProfile from './own-profile.ts';
import * as passkeys from './passkeys.ts';
import * as notifications from './notifications.ts';
import * as paymentChecks from './payment-checks.ts';
import * as people from './people.ts';
import * as places from './places.ts';
import * as realtime from './realtime.ts';
import * as reviews from './reviews.ts';
import * as safety from './safety.ts';
import * as search from './search.ts';
import * as signIn from './sign-in.ts';
import * as signUp from './sign-up.ts';
import * as staff from './staff.ts';
import * as staffBilling from './staff-billing.ts';
import * as staffChat from './staff-chat.ts';
import * as staffProfiles from './staff-profiles.ts';
import * as tracking from './tracking.ts';

const entries = [
  billing,
  chat,
  credentials,
  legal,
  mailRemoval,
  match,
  moderation,
  notifications,
  orders,
  ownAccount,
  ownProfile,
  passkeys,
  paymentChecks,
  people,
  places,
  realtime,
  reviews,
  safety,
  search,
  signIn,
  signUp,
  staff,
  staffBilling,
  staffChat,
  staffProfiles,
  tracking,
]
  .flatMap((part) => Object.values<unknown>(part))
  .filter((entry) => typeof entry === 'object' && entry !== null);

/** Everything that crosses the wire, for the API description and for tests that cover all of it. */
export const endpoints = entries.filter(
  (entry): entry is Endpoint => 'host' in entry && 'method' in entry && 'reply' in entry,
);
export const clientEvents = entries.filter((entry): entry is ClientEvent => 'acknowledgement' in entry);
export const serverEvents = entries.filter((entry): entry is ServerEvent => 'payload' in entry);
