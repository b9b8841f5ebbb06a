import type { BrandSettings } from '#contract/brand/brand.ts';
import type { LegalEdition } from '#contract/brand/legal.ts';
import type { OwnWords } from '#contract/brand/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Theme } from '#contract/theme/theme.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Batches } from './database/batches.ts';
import type { Database } from './database/database.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Origins } from './http/origins.ts';
import type { Outbound } from './http/outbound.ts';
import type { MailTransport } from './mail/transport.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { StaffLive } from './realtime/staff-live.ts';
import type { Links } from './security/links.ts';
import type { Passwords } from './security/passwords.ts';
import type { Limits } from './security/rate-limits.ts';
import type { SealingKeys } from './security/sealing-keys.ts';
import type { KeyedHash } from './security/secrets.ts';
import type { SessionCache } from './security/sessions.ts';
import type { Storage } from './storage/storage.ts';
import type { Logger } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Whose site it is. */
export interface Brand {
  id: string;
  key: string;
  settings: BrandSettings;
  /** The colours and shapes that follow from its settings. To derive them takes far longer than to write a mail. */
  theme: Theme;
  /** What it says in words of its own. */
  words: OwnWords;
  /** What was in force of its terms, newest first. */
  terms: readonly LegalEdition[];
  /** Names what the brand is at the moment, the same at every node, so that what was made from it can be kept. */
  version: string;
}

export interface Brands {
  byHostname(hostname: string): Brand | undefined;
  byId(id: string): Brand | undefined;
  byKey(key: string): Brand | undefined;
  /** What stands for a brand as long as there is none. */
  beforeFirst(): Brand | undefined;
  all(): readonly Brand[];
}

/**
 * What the platform needs, and every call and job may use. What only the program itself holds (connections to
 * close, the HTTP server) stays in `start.ts`; what the product adds is in `app.ts`.
 */
export interface Platform {
  config: Config;
  db: Database;
  /** For statements that do for many at once what each asks for. */
  batches: Batches;
  /** For reads that may lag; the primary where no replica is set. */
  replica: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  brands: Brands;
  origins: Origins;
  sealingKeys: SealingKeys;
  limits: Limits;
  passwords: Passwords;
  mailTransport: MailTransport;
  /** Where uploads wait before any of them is read. */
  uploadQueue: FairQueue;
  /** Live sessions that this node has read lately. */
  sessions: SessionCache;
  links: Links;
  /** Requests to addresses that operators have written. */
  outbound: Outbound;
  keyedHash: KeyedHash;
  storage: Storage;
  realtime: Realtime;
  /** The same for open consoles. */
  staffLive: StaffLive;
}

/** A call from outside: what it may use, whose site it came to, and from where. A context is never changed. */
export interface SiteContext {
  readonly app: Platform;
  readonly brand: Brand;
  readonly brandId: string;
  /** The configured address of the hostname that was asked for, as `https://host`. */
  readonly origin: string;
  readonly ip: string;
  /** Where that address is, in two small letters, where a proxy of ours tells. */
  readonly addressCountry?: string | undefined;
  readonly userAgent: string;
  readonly language: Language;
}

/** Whose session a call belongs to. */
export interface Identity {
  readonly accountId: string;
  readonly trackerId: string;
  readonly profileId: string;
  readonly sessionId: string;
  /** A member made up for a walk of the staff, who may only look. */
  readonly walks: boolean;
  /** Whether the session's owner has shown in it who is there, by more than a mailed link. */
  readonly proven: boolean;
}

export interface SessionContext extends SiteContext, Identity {}
