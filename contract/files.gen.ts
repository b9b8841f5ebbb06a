/** Every file of the contract that declares a call or an event. Written by `npm run generate`. */

import * as accountCredentials from './account/credentials.ts';
import * as accountIdentities from './account/identities.ts';
import * as accountOwnAccount from './account/own-account.ts';
import * as accountPasskeys from './account/passkeys.ts';
import * as accountProof from './account/proof.ts';
import * as accountSafety from './account/safety.ts';
import * as accountSignIn from './account/sign-in.ts';
import * as accountSignUp from './account/sign-up.ts';
import * as accountWalk from './account/walk.ts';
import * as billingCharges from './billing/charges.ts';
import * as billingMemberBilling from './billing/member-billing.ts';
import * as billingOrders from './billing/orders.ts';
import * as billingPaymentChecks from './billing/payment-checks.ts';
import * as billingPaymentOutcome from './billing/payment-outcome.ts';
import * as billingSpending from './billing/spending.ts';
import * as brandLegal from './brand/legal.ts';
import * as brandLive from './brand/live.ts';
import * as brandReviews from './brand/reviews.ts';
import * as chatConversations from './chat/conversations.ts';
import * as chatLive from './chat/live.ts';
import * as chatMessageActions from './chat/message-actions.ts';
import * as chatPhotos from './chat/photos.ts';
import * as chatSearching from './chat/searching.ts';
import * as chatSending from './chat/sending.ts';
import * as chatTurns from './chat/turns.ts';
import * as discoveryDeck from './discovery/deck.ts';
import * as discoveryPlaces from './discovery/places.ts';
import * as discoveryPreferences from './discovery/preferences.ts';
import * as discoverySearch from './discovery/search.ts';
import * as insightConsent from './insight/consent.ts';
import * as insightPostbacks from './insight/postbacks.ts';
import * as insightTracking from './insight/tracking.ts';
import * as insightTrust from './insight/trust.ts';
import * as kernelConnection from './kernel/connection.ts';
import * as moderationAppeals from './moderation/appeals.ts';
import * as moderationLive from './moderation/live.ts';
import * as moderationModeration from './moderation/moderation.ts';
import * as moderationPhotoVerification from './moderation/photo-verification.ts';
import * as moderationReports from './moderation/reports.ts';
import * as moderationSanctions from './moderation/sanctions.ts';
import * as notificationMailRemoval from './notification/mail-removal.ts';
import * as notificationMessenger from './notification/messenger.ts';
import * as notificationNotifications from './notification/notifications.ts';
import * as notificationPush from './notification/push.ts';
import * as notificationSettings from './notification/settings.ts';
import * as profileBlocks from './profile/blocks.ts';
import * as profileOwnProfile from './profile/own-profile.ts';
import * as profilePeople from './profile/people.ts';
import * as staffBilling from './staff/billing.ts';
import * as staffBrandEditing from './staff/brand-editing.ts';
import * as staffBrandMaking from './staff/brand-making.ts';
import * as staffBrandPreview from './staff/brand-preview.ts';
import * as staffBrandSchedule from './staff/brand-schedule.ts';
import * as staffBrandTexts from './staff/brand-texts.ts';
import * as staffChatMessages from './staff/chat-messages.ts';
import * as staffChat from './staff/chat.ts';
import * as staffHome from './staff/home.ts';
import * as staffHostTeams from './staff/host-teams.ts';
import * as staffHousePhotos from './staff/house-photos.ts';
import * as staffHouseProfiles from './staff/house-profiles.ts';
import * as staffLive from './staff/live.ts';
import * as staffMembers from './staff/members.ts';
import * as staffPayments from './staff/payments.ts';
import * as staffPeople from './staff/people.ts';
import * as staffPlanSales from './staff/plan-sales.ts';
import * as staffProfileImports from './staff/profile-imports.ts';
import * as staffProfiles from './staff/profiles.ts';
import * as staffProviders from './staff/providers.ts';
import * as staffSignIn from './staff/sign-in.ts';
import * as staffStaff from './staff/staff.ts';
import * as staffSupervision from './staff/supervision.ts';
import * as staffWaiting from './staff/waiting.ts';
import * as staffWalks from './staff/walks.ts';
import * as staffWriting from './staff/writing.ts';
import * as supportContact from './support/contact.ts';
import * as supportReviewAnswers from './support/review-answers.ts';
import * as supportTickets from './support/tickets.ts';

export const files: readonly object[] = [
  accountCredentials,
  accountIdentities,
  accountOwnAccount,
  accountPasskeys,
  accountProof,
  accountSafety,
  accountSignIn,
  accountSignUp,
  accountWalk,
  billingCharges,
  billingMemberBilling,
  billingOrders,
  billingPaymentChecks,
  billingPaymentOutcome,
  billingSpending,
  brandLegal,
  brandLive,
  brandReviews,
  chatConversations,
  chatLive,
  chatMessageActions,
  chatPhotos,
  chatSearching,
  chatSending,
  chatTurns,
  discoveryDeck,
  discoveryPlaces,
  discoveryPreferences,
  discoverySearch,
  insightConsent,
  insightPostbacks,
  insightTracking,
  insightTrust,
  kernelConnection,
  moderationAppeals,
  moderationLive,
  moderationModeration,
  moderationPhotoVerification,
  moderationReports,
  moderationSanctions,
  notificationMailRemoval,
  notificationMessenger,
  notificationNotifications,
  notificationPush,
  notificationSettings,
  profileBlocks,
  profileOwnProfile,
  profilePeople,
  staffBilling,
  staffBrandEditing,
  staffBrandMaking,
  staffBrandPreview,
  staffBrandSchedule,
  staffBrandTexts,
  staffChatMessages,
  staffChat,
  staffHome,
  staffHostTeams,
  staffHousePhotos,
  staffHouseProfiles,
  staffLive,
  staffMembers,
  staffPayments,
  staffPeople,
  staffPlanSales,
  staffProfileImports,
  staffProfiles,
  staffProviders,
  staffSignIn,
  staffStaff,
  staffSupervision,
  staffWaiting,
  staffWalks,
  staffWriting,
  supportContact,
  supportReviewAnswers,
  supportTickets,
];
