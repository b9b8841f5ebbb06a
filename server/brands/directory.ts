/** All brands in memory, with their flows and plans. */
import { brandSettings } from '../../contract/brand/brand.ts';
import type { BrandSettings } from '../../contract/brand/brand.ts';
import { flowSettings, planSettings } from '../../contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '../../contract/brand/flow.ts';
import type { Database, DbOrTx } from '../platform/database/database.ts';

export interface Brand {
  id: string;
  key: string;
  settings: BrandSettings;
  flows: ReadonlyMap<string, FlowSettings>;
  /** The newest version of each plan, by product id. */
  plans: ReadonlyMap<string, PlanSettings>;
  /** Changes whenever anything of the brand does, so that what was made from it can be kept until then. */
  version: number;
}

/** All brands in memory: every request needs one, and they change a few times a week. */
export interface BrandDirectory {
  byHostname(hostname: string): Brand | undefined;
  byId(id: string): Brand | undefined;
  byKey(key: string): Brand | undefined;
  all(): readonly Brand[];
  reload(): Promise<void>;
}

interface Options {
  db: Database;
  /** In development `localhost` and `127.0.0.1` serve the first brand. */
  localhostIsFirst: boolean;
}

export async function openBrandDirectory({ db, localhostIsFirst }: Options): Promise<BrandDirectory> {
  let brands: readonly Brand[] = [];
  let byHostname = new Map<string, Brand>();
  let byId = new Map<string, Brand>();
  let version = 0;

  async function reload(): Promise<void> {
    version += 1;
    const [brandRows, flowRows, planRows] = [
      await readBrands(db),
      await readFlows(db),
      await readNewestPlans(db),
    ];
    const fresh = brandRows.map((row): Brand => {
      const flows = flowRows.filter(({ brand_id }) => brand_id === row.id);
      const plans = planRows.filter(({ brand_id }) => brand_id === row.id);
      return {
        id: row.id,
        key: row.key,
        settings: brandSettings.parse(row.settings),
        flows: new Map(flows.map(({ id, settings }) => [id, flowSettings.parse(settings)])),
        plans: new Map(plans.map(({ product_id, settings }) => [product_id, planSettings.parse(settings)])),
        version,
      };
    });
    brands = fresh;
    byId = new Map(fresh.map((brand) => [brand.id, brand]));
    byHostname = new Map(
      fresh.flatMap((brand) => brand.settings.hostnames.map((hostname) => [hostname, brand] as const)),
    );
    const [first] = fresh;
    if (localhostIsFirst && first) {
      for (const hostname of ['localhost', '127.0.0.1']) {
        if (!byHostname.has(hostname)) byHostname.set(hostname, first);
      }
    }
  }

  await reload();
  return {
    byHostname: (hostname) => byHostname.get(hostname),
    byId: (id) => byId.get(id),
    byKey: (key) => brands.find((brand) => brand.key === key),
    all: () => brands,
    reload,
  };
}

function readBrands(db: DbOrTx) {
  return db
    .selectFrom('brand')
    .select(['id', 'key', 'settings'])
    .orderBy('created_at')
    .orderBy('key')
    .execute();
}

function readFlows(db: DbOrTx) {
  return db.selectFrom('flow').select(['brand_id', 'id', 'settings']).execute();
}

export function readNewestPlans(db: DbOrTx) {
  return db
    .selectFrom('plan')
    .select(['brand_id', 'product_id', 'version', 'settings'])
    .distinctOn(['brand_id', 'product_id'])
    .orderBy('brand_id')
    .orderBy('product_id')
    .orderBy('version', 'desc')
    .execute();
}
