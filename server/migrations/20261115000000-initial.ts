import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { accountTables } from './initial/account.ts';
import { bookTables } from './initial/books.ts';
import { brandTables } from './initial/brand.ts';
import { chatTables } from './initial/chat.ts';
import { hostingTables } from './initial/hosting.ts';
import { houseTables } from './initial/house.ts';
import { insightTables } from './initial/insight.ts';
import { moderationTables } from './initial/moderation.ts';
import { notificationTables } from './initial/notifications.ts';
import { paymentEventTables } from './initial/payment-events.ts';
import { paymentTables } from './initial/payments.ts';
import { peopleTables } from './initial/people.ts';
import { profileTables } from './initial/profile.ts';
import { sanctionTables } from './initial/sanctions.ts';
import { settlementTables } from './initial/settlement.ts';
import { spendingTables } from './initial/spending.ts';
import { subscriptionTables } from './initial/subscriptions.ts';
import { supervisionTables } from './initial/supervision.ts';
import { supportTables } from './initial/support.ts';
import { systemTables } from './initial/system.ts';
import { trustTables } from './initial/trust.ts';
import { workTables } from './initial/work.ts';
import { writingTables } from './initial/writing.ts';

/**
 * Tables, indexes and constraints, in this order; functions, triggers and views are rules (`server/<room>/rules/`). Text with
 * a check stands in for enums; every brand's row begins its key with the brand.
 */
const statements = [
  ...brandTables,
  ...accountTables,
  ...profileTables,
  ...peopleTables,
  ...systemTables,
  ...workTables,
  ...chatTables,
  ...moderationTables,
  ...sanctionTables,
  ...writingTables,
  ...supervisionTables,
  ...hostingTables,
  ...houseTables,
  ...notificationTables,
  ...supportTables,
  ...subscriptionTables,
  ...paymentTables,
  ...spendingTables,
  ...bookTables,
  ...paymentEventTables,
  ...settlementTables,
  ...insightTables,
  ...trustTables,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
