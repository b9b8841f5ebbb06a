import type { Language } from '#contract/kernel/constants.ts';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';
import type { AccountHandlers } from './accounts/account-handlers.ts';
import type { IdentityProvider } from './accounts/identity-provider.ts';
import type { Providers } from './billing/providers/provider.ts';
import type { PlanTerms } from './billing/subscriptions/plan-terms.ts';
import type { Brand, BrandDirectory } from './brands/directory.ts';
import type { ModelHealth } from './companion/model.ts';
import type { SearchLists } from './discovery/search/lists.ts';
import type { MessageWriter } from './messaging/message-writer.ts';
import type { ChatState } from './messaging/state.ts';
import type { MessengerBots } from './notifications/messenger/bots.ts';
import type { PushKeys } from './notifications/push/keys.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import type { Batches } from './platform/database/batches.ts';
import type { Database } from './platform/database/database.ts';
import type { FairQueue } from './platform/fair-queue.ts';
import type { Origins } from './platform/http/origins.ts';
import type { Outbound } from './platform/http/outbound.ts';
import type { Waker } from './platform/jobs/waker.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import type { StaffLive } from './platform/realtime/staff-live.ts';
import type { Links } from './platform/security/links.ts';
import type { Passwords } from './platform/security/passwords.ts';
import type { Limits } from './platform/security/rate-limits.ts';
import type { SealingKeys } from './platform/security/sealing-keys.ts';
import type { KeyedHash } from './platform/security/secrets.ts';
import type { SessionCache } from './platform/security/sessions.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Logger } from './platform/telemetry/log.ts';
import type { Metrics } from './platform/telemetry/metrics.ts';
import type { ActivityRecorder } from './profiles/activity.ts';

/**
 * What calls and jobs may use, and nothing that they do not need: what only the program itself holds (the mail transport,
 * connections to close, the HTTP server) stays in `start.ts`.
 */
export interface App {
  config: Config;
  db: Database;
  /** For statements that do for many at once what each asks for. */
  batches: Batches;
  /** For reads that may lag; the primary where no replica is set. */
  replica: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  brands: BrandDirectory;
  origins: Origins;
  sealingKeys: SealingKeys;
  limits: Limits;
  passwords: Passwords;
  /** All who make pictures wait here. */
  imageQueue: FairQueue;
  /** And all who send files, before any of them is read. */
  uploadQueue: FairQueue;
  /** Live sessions that this node has read lately. */
  sessions: SessionCache;
  links: Links;
  /** Asks addresses that operators have written. */
  outbound: Outbound;
  /** What each brand signs its push messages with. */
  pushKeys: PushKeys;
  /** By which each brand writes to members in Telegram. */
  messengerBots: MessengerBots;
  keyedHash: KeyedHash;
  /** Google, or what stands in for it. Undefined where nobody can sign in that way. */
  identityProvider: IdentityProvider | undefined;
  /** What the rooms above `accounts/` do when something happens to an account. */
  accountHandlers: readonly AccountHandlers[];
  /** The lists of people that searches go through. */
  searchLists: SearchLists;
  storage: Storage;
  realtime: Realtime;
  /** The same for open consoles. */
  staffLive: StaffLive;
  activity: ActivityRecorder;
  messages: MessageWriter;
  chat: ChatState;
  modelHealth: ModelHealth;
  /** Asks for jobs that look for their work themselves. */
  waker: Waker;
  /** Versions of plans that this node has read: they never change. */
  planTerms: Map<string, PlanTerms>;
  /** Who takes money for us. */
  providers: Providers;
}

/** A call from outside: what it may use, whose site it came to, and from where. Nobody changes a context. */
export interface VisitorContext {
  readonly app: App;
  readonly brand: Brand;
  readonly brandId: string;
  /** The configured address of the hostname he came to, as `https://host`. */
  readonly origin: string;
  readonly ip: string;
  /** Where that address is, in two small letters, where a proxy of ours tells. */
  readonly addressCountry?: string | undefined;
  readonly userAgent: string;
  readonly language: Language;
}

export interface MemberContext extends VisitorContext {
  readonly accountId: string;
  readonly trackerId: string;
  readonly profileId: string;
  readonly sessionId: string;
  /** Whether the session's owner has shown in it who is there, by more than a mailed link. */
  readonly proven: boolean;
}

/** Somebody who followed a link of ours: what it is for, and whom it is for. */
export interface LinkContext extends VisitorContext {
  readonly linkToken: string;
}

/** Somebody at the console, which works across brands. */
export interface StaffContext extends VisitorContext {
  readonly staffId: string;
  /** Of the whole platform. */
  readonly isOwner: boolean;
  /** What the person is at each brand they work for, by its id; an owner is one at all of them. */
  readonly roles: ReadonlyMap<string, StaffRole>;
  /** The second factor that is still to be shown or set up. Until then next to nothing is open. */
  readonly missing: 'factor' | 'enrol' | null;
  /** Those of the brands at which the person may do what is asked for: nothing else is read or changed. */
  readonly brandIds: readonly string[];
  readonly sessionId: string;
}
