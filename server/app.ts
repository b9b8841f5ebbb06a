import type { AccountHandlers } from './accounts/account-handlers.ts';
import type { IdentityProvider } from './accounts/identity-provider.ts';
import type { Providers } from './billing/providers/provider.ts';
import type { KnownTerms } from './billing/terms/plan-terms.ts';
import type { Brand, BrandDirectory } from './brands/directory.ts';
import type { ModelHealth } from './companion/model.ts';
import type { ExposureCounter } from './discovery/rank/exposure.ts';
import type { SearchLists } from './discovery/search/lists.ts';
import type { MessageWriter } from './messaging/message-writer.ts';
import type { ChatState } from './messaging/state.ts';
import type { MessengerBots } from './notifications/messenger/bots.ts';
import type { PushKeys } from './notifications/push/keys.ts';
import type { FairQueue } from './platform/fair-queue.ts';
import type { Identity, Platform, SiteContext } from './platform/platform.ts';
import type { StaffSession } from './platform/realtime/staff-live.ts';
import type { Queue } from './platform/work/queue.ts';
import type { ActivityRecorder } from './profiles/activity.ts';

/** The platform, and what the rooms above it keep for as long as the process runs. */
export interface App extends Platform {
  brands: BrandDirectory;
  /** Where all who make pictures wait. */
  imageQueue: FairQueue;
  /** What each brand signs its push messages with. */
  pushKeys: PushKeys;
  /** By which each brand writes to members in Telegram. */
  messengerBots: MessengerBots;
  /** Google, or its stand-in. Undefined where there is no such sign-in. */
  identityProvider: IdentityProvider | undefined;
  /** What the rooms above `accounts/` do when something happens to an account. */
  accountHandlers: readonly AccountHandlers[];
  /** The lists of people that searches go through. */
  searchLists: SearchLists;
  /** How often people were shown, until it is written down. */
  exposure: ExposureCounter;
  activity: ActivityRecorder;
  messages: MessageWriter;
  chat: ChatState;
  modelHealth: ModelHealth;
  /** Versions of plans that this node has read: they never change. */
  planTerms: KnownTerms;
  /** All queues of work that waits. */
  queues: readonly Queue[];
  /** Who takes money for us. */
  providers: Providers;
}

/** A call from outside, as the product sees it. */
export interface VisitorContext extends SiteContext {
  readonly app: App;
  readonly brand: Brand;
}

export interface MemberContext extends VisitorContext, Identity {}

/** A visitor who followed a link of ours: what it is for, and whom it is for. */
export interface LinkContext extends VisitorContext {
  readonly linkToken: string;
}

/** A call from the console, which works across brands. */
export interface StaffContext extends VisitorContext, StaffSession {}
