import { sql } from 'kysely';
import type { LocalText } from '../../../contract/kernel/fields.ts';
import type { Period } from '../../../contract/kernel/money.ts';
import type { DbOrTx } from '../../platform/database/database.ts';

/** What a version of a plan gives and costs, by the view `plan_terms`, which is where its rules stand. */
export interface PlanTerms {
  product_id: string;
  version: number;
  name: LocalText;
  first_purchase_only: boolean;
  /** How often it renews; null for a pack, which never does. */
  every: Period | null;
  /** What is charged at first, and for every further period. */
  price_cents: number;
  renewal_cents: number | null;
  /** Message credits that come with it at first, and with every further period. */
  credits: number;
  renewal_credits: number | null;
  /** While it runs. */
  level: number;
}

/** The terms of a plan that renews. */
export interface RenewingTerms extends PlanTerms {
  every: Period;
  renewal_cents: number;
  renewal_credits: number;
}

export function renews(terms: PlanTerms): terms is RenewingTerms {
  return terms.every !== null;
}

const columns = sql`t.product_id, t.version, t.name, t.first_purchase_only, t.every, t.price_cents, t.renewal_cents,
  t.credits, t.renewal_credits, t.level`;

/** The newest version, which is the one that is sold. */
export async function findNewestTerms(
  db: DbOrTx,
  brandId: string,
  productId: string,
): Promise<PlanTerms | undefined> {
  const { rows } = await sql<PlanTerms>`
    select ${columns} from plan_terms t
    where t.brand_id = ${brandId}::uuid and t.product_id = ${productId}::text
    order by t.version desc limit 1`.execute(db);
  return rows[0];
}

interface Ordered {
  brandId: string;
  productId: string | null;
  version: number | null;
}

/** Those of the very version that was ordered; null where only a card is kept. */
export async function readTerms(
  db: DbOrTx,
  { brandId, productId, version }: Ordered,
): Promise<PlanTerms | null> {
  if (productId === null || version === null) return null;
  const { rows } = await sql<PlanTerms>`
    select ${columns} from plan_terms t
    where t.brand_id = ${brandId}::uuid and t.product_id = ${productId}::text and t.version = ${version}::integer`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a plan is gone that was sold');
  return row;
}
