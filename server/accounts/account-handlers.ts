import { sql } from 'kysely';
import type { FlowSettings } from '#contract/brand/flow.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { AfterCommit, DbOrTx, Tx } from '#server/platform/database/database.ts';

/**
 * What a room above this one does when something happens to an account. Each runs in the transaction in which it
 * happens, in the order of the rooms; whatever one of them refuses does not happen.
 */
export interface AccountHandlers {
  /** A member has signed up: the account is there, and nothing else of theirs yet. */
  created?(context: VisitorContext, tx: Tx, member: NewMember): Promise<void>;
  /** The terms were accepted for the first time. */
  termsAccepted?(context: MemberContext, tx: Tx): Promise<void>;
  /** A member is back after a while. Answers with the message credits that they get for it. */
  returned?(context: VisitorContext, tx: Tx, visit: Visit): Promise<number>;
  /** The account will be erased after a time of grace. */
  closing?(
    context: Pick<MemberContext, 'app' | 'brandId' | 'accountId'>,
    tx: Tx,
    afterCommit: AfterCommit,
  ): Promise<void>;
  /** The closing was taken back. */
  kept?(context: MemberContext, tx: Tx): Promise<void>;
  /** Everything ends by which a stranger could come back or read along: the room's own goes too, and is named. */
  accessEnding?(tx: Tx, account: ChangedAccount): Promise<EndedAccess[]>;
  /** The staff has disabled the account, or enabled it again. */
  disabled?(tx: Tx, account: ChangedAccount): Promise<void>;
  enabled?(tx: Tx, account: ChangedAccount): Promise<void>;
  /** The account's row goes next, and with it all that hangs on it by foreign keys. */
  erasing?(tx: Tx, account: ErasedAccount): Promise<void>;
  /** What the room holds about a member, for the copy that they may ask for. */
  exports?: readonly ExportTopic[];
}

export interface NewMember {
  accountId: string;
  flow: FlowSettings;
  screenName: string;
  gender: Gender;
  age: number | null;
  /** Real places of the brand's country. */
  region: string | null;
  city: string | null;
  /** Made up for a walk of the staff: no other member sees them, so no moderator looks them over. */
  walks: boolean;
}

export interface Visit {
  accountId: string;
  flow: FlowSettings | undefined;
  isActive: boolean;
  at: Date;
  /** Milliseconds since they were here before. */
  away: number;
}

export interface ChangedAccount {
  brandId: string;
  accountId: string;
}

/** One thing that let a person in, or to which words were sent, and does no longer. */
export type EndedAccess =
  | { kind: 'passkey'; name: string }
  /** The address is masked. */
  | { kind: 'identity'; provider: 'google'; email: string }
  | { kind: 'messenger' }
  | { kind: 'push' };

export interface ErasedAccount extends ChangedAccount {
  profileId: string | undefined;
  at: Date;
}

export interface ExportTopic {
  /** The name of its file, and the key of its line in the README. */
  topic: string;
  /** What its fields are called, where the words of the copy have no name for them. */
  names?(language: Language): Record<string, string>;
  read(db: DbOrTx, brandId: string, accountId: string): Promise<unknown>;
  /** Files in the storage that belong to it. */
  listFiles?(db: DbOrTx, brandId: string, accountId: string): Promise<{ name: string; key: string }[]>;
}

/** The most rows of one kind that a copy holds; the newest come first. */
export const MOST_EXPORTED = 10_000;

type OwnTable = {
  [T in keyof DB]: DB[T] extends { brand_id: unknown; account_id: unknown } ? T : never;
}[keyof DB];
type Column<T extends OwnTable> = keyof DB[T] & string;

/** Reads these columns of a member's own rows in one table, for the copy of their data. */
export function ownRows<T extends OwnTable>(table: T, columns: readonly Column<T>[], newest?: Column<T>) {
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  const ordered = newest === undefined ? sql`` : sql`order by ${sql.ref(newest)} desc`;
  return async (db: DbOrTx, brandId: string, accountId: string): Promise<unknown[]> => {
    const { rows } = await sql`
      select ${listed} from ${sql.table(table)}
      where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      ${ordered} limit ${MOST_EXPORTED}::int`.execute(db);
    return rows;
  };
}
