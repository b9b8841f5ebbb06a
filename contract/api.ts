import * as credentials from './account/credentials.ts';
import * as ownAccount from './account/own-account.ts';
import * as passkeys from './account/passkeys.ts';
import * as signIn from './account/sign-in.ts';
import * as signUp from './account/sign-up.ts';
import * as charges from './billing/charges.ts';
import * as billing from './billing/member-billing.ts';
import * as orders from './billing/orders.ts';
import { checkTrustPayPayment, paymentChecks } from './billing/payment-checks.ts';
import * as billingLive from './billing/payment-outcome.ts';
import * as spending from './billing/spending.ts';
import * as legal from './brand/legal.ts';
import * as reviews from './brand/reviews.ts';
import * as conversations from './chat/conversations.ts';
import * as chatLive from './chat/live.ts';
import * as chatPhotos from './chat/photos.ts';
import * as realtime from './chat/realtime.ts';
import * as chatSending from './chat/sending.ts';
import * as match from './discovery/deck.ts';
import * as places from './discovery/places.ts';
import * as search from './discovery/search.ts';
import * as cookieConsent from './insight/consent.ts';
import * as postbacks from './insight/postbacks.ts';
import * as tracking from './insight/tracking.ts';
import * as trust from './insight/trust.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import type { ClientEvent, ServerEvent } from './kernel/event.ts';
import * as appeals from './moderation/appeals.ts';
import * as moderationLive from './moderation/live.ts';
import * as moderation from './moderation/moderation.ts';
import * as photoVerification from './moderation/photo-verification.ts';
import * as reports from './moderation/reports.ts';
import * as sanctions from './moderation/sanctions.ts';
import * as mailRemoval from './notification/mail-removal.ts';
import * as messenger from './notification/messenger.ts';
import * as notifications from './notification/notifications.ts';
import * as push from './notification/push.ts';
import * as notificationSettings from './notification/settings.ts';
import * as blocks from './profile/blocks.ts';
import * as ownProfile from './profile/own-profile.ts';
import * as people from './profile/people.ts';
import * as staffBilling from './staff/billing.ts';
import * as staffChat from './staff/chat.ts';
import * as staffLive from './staff/live.ts';
import * as staffMembers from './staff/members.ts';
import * as staffPeople from './staff/people.ts';
import * as staffProfiles from './staff/profiles.ts';
import * as staffSignIn from './staff/sign-in.ts';
import * as staff from './staff/staff.ts';
import * as staffSupervision from './staff/supervision.ts';
import * as staffWriting from './staff/writing.ts';
import * as contact from './support/contact.ts';
import * as staffReviews from './support/review-answers.ts';
import * as staffTickets from './support/tickets.ts';

const entries = [
  appeals,
  billing,
  billingLive,
  blocks,
  chatLive,
  chatPhotos,
  chatSending,
  contact,
  conversations,
  cookieConsent,
  credentials,
  legal,
  mailRemoval,
  match,
  moderation,
  moderationLive,
  notifications,
  notificationSettings,
  charges,
  orders,
  ownAccount,
  ownProfile,
  passkeys,
  paymentChecks,
  { checkTrustPayPayment },
  people,
  photoVerification,
  places,
  messenger,
  push,
  realtime,
  reports,
  reviews,
  sanctions,
  search,
  signIn,
  signUp,
  spending,
  staff,
  staffBilling,
  staffChat,
  staffMembers,
  staffPeople,
  staffProfiles,
  staffReviews,
  staffSignIn,
  staffTickets,
  staffWriting,
  staffLive,
  staffSupervision,
  tracking,
  postbacks,
  trust,
]
  .flatMap((part) => Object.values<unknown>(part))
  .filter((entry) => typeof entry === 'object' && entry !== null);

/** Everything that crosses the wire, for the API description and for tests that cover all of it. */
export const endpoints = entries.filter(
  (entry): entry is Endpoint => 'host' in entry && 'method' in entry && 'reply' in entry,
);
export const clientEvents = entries.filter((entry): entry is ClientEvent => 'acknowledgement' in entry);
export const serverEvents = entries.filter((entry): entry is ServerEvent => 'payload' in entry);
