/** What operators have turned off of a provider. It stands in the database, and every node obeys it within seconds. */

import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { brandStop } from '#contract/staff/providers.ts';
import type {
  ProviderStop,
  listProviders as listEndpoint,
  switchProvider as switchEndpoint,
} from '#contract/staff/providers.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';
import type { RunningModule } from '#server/platform/module.ts';
import { createRefresher } from '#server/platform/refresher.ts';

/** Every node is notified by this; one that misses it looks by itself. */
const CHANNEL = 'provider_switched';
const LOOK_EVERY = 5 * SECOND;

interface Switching {
  provider: ProviderName;
  /** Null for all brands. */
  brandId: string | null;
  stops: ProviderStop;
  reason: string;
}

/** Turns a provider off or on. False where it was so already. */
export function setProviderSwitch(
  { db }: { db: Database },
  { provider, brandId, stops, reason }: Switching,
  { actor, at, ip }: Pick<AuditEntry, 'actor' | 'ip'> & { at: Date },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql`
      insert into provider_switch (provider, brand_id, stops, reason, staff_id, changed_at)
      values (${provider}::text, ${brandId}::uuid, ${stops}::text, ${reason}::text, ${actor.kind === 'staff' ? actor.id : null}::uuid,
        ${at}::timestamptz)
      on conflict (provider, brand_id) do update set stops = excluded.stops, reason = excluded.reason,
        staff_id = excluded.staff_id, changed_at = excluded.changed_at
      where provider_switch.stops <> excluded.stops
      returning provider`.execute(tx);
    if (rows.length === 0) return false;
    await recordAudit(tx, {
      ...(brandId !== null && { brandId }),
      actor,
      ip,
      action: stops === 'nothing' ? 'provider.turned_on' : 'provider.turned_off',
      subject: provider,
      details: { stops, reason },
    });
    await sql`select pg_notify(${CHANNEL}::text, ${provider}::text)`.execute(tx);
    return true;
  });
}

export async function readProviderSwitches(db: DbOrTx) {
  return db
    .selectFrom('provider_switch as w')
    .leftJoin('staff as s', 's.id', 'w.staff_id')
    .select(['w.provider', 'w.brand_id', 'w.stops', 'w.reason', 'w.changed_at', 's.name'])
    .orderBy('w.provider')
    .orderBy('w.brand_id')
    .execute();
}

/** Lets the gates of this node do what the database says. */
export async function obeySwitches({ db, providers }: Pick<App, 'db' | 'providers'>): Promise<void> {
  const rows = await readProviderSwitches(db);
  for (const name of providerName.options) {
    const own = rows.filter(({ provider }) => provider === name);
    const forAll = own.find(({ brand_id }) => brand_id === null)?.stops ?? 'nothing';
    const brandsOff = own.flatMap(({ brand_id, stops }) =>
      stops === 'nothing' || brand_id === null ? [] : [brand_id],
    );
    providers.gate(name)?.stop(forAll, new Set(brandsOff));
  }
}

export async function switchProvider(
  context: StaffContext,
  { provider, brand, stops, reason }: InputOf<typeof switchEndpoint>,
): Promise<{ ok: true }> {
  const { app, staffId, ip } = context;
  // A switch for all brands cannot be changed at one of them.
  if (brand === null && !context.isOwner) fail('staff.forbidden');
  const brandId = brand === null ? null : atBrand(context, brand).brandId;
  const actor = { kind: 'staff' as const, id: staffId };
  await setProviderSwitch(app, { provider, brandId, stops, reason }, { actor, at: app.clock.now(), ip });
  await obeySwitches(app);
  return { ok: true };
}

/** What is turned off for all brands is shown to all who may look, what is for one to those of that brand. */
export async function listProviders({ app, brandIds }: StaffContext): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await readProviderSwitches(app.db);
  const providers = providerName.options.flatMap((name) => {
    const gate = app.providers.gate(name);
    const own = rows.filter(({ provider }) => provider === name);
    const forAll = own.find(({ brand_id }) => brand_id === null);
    const atBrands = own.flatMap((row) => {
      const brand = brandIds.includes(row.brand_id ?? '') && app.brands.byId(row.brand_id ?? '');
      return brand ? [{ ...describe(row), stops: brandStop.parse(row.stops), brand: brand.key }] : [];
    });
    return gate ? [{ ...gate.snapshot(), switched: forAll ? describe(forAll) : null, atBrands }] : [];
  });
  return { providers };
}

type SwitchRow = Awaited<ReturnType<typeof readProviderSwitches>>[number];

function describe({ stops, reason, name, changed_at }: SwitchRow) {
  return { stops, reason, by: name, at: changed_at.getTime() };
}

/** Obeys for as long as the process runs, and shows how the gates are doing. */
export function watchGates(app: App): RunningModule {
  addGateMetrics(app);
  const refresher = createRefresher(
    () => obeySwitches(app),
    (error) => app.log.error({ err: error }, 'could not read which providers are turned off'),
  );
  refresher.request();
  const timer = setInterval(() => refresher.request(), LOOK_EVERY);
  return {
    channels: { [CHANNEL]: () => refresher.request() },
    async stop() {
      clearInterval(timer);
      await refresher.stop();
    },
  };
}

/** Numbers for the states, so that a higher one is worse. */
const severity = { open: 0, trying: 1, closed: 2, charges_off: 3, off: 4 } as const;

function addGateMetrics({ metrics: { registry }, brands, providers }: App): void {
  const snapshots = () => providerName.options.flatMap((name) => providers.gate(name)?.snapshot() ?? []);
  const add = (name: string, help: string, read: (of: ReturnType<typeof snapshots>[number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['provider'] as const,
      registers: [registry],
      collect() {
        for (const snapshot of snapshots()) this.set({ provider: snapshot.provider }, read(snapshot));
      },
    });
  add(
    'serenata_provider_gate_state',
    'The gate of a payment provider: 0 open, 1 trying, 2 closed because it fails, 3 no new charges, 4 off.',
    ({ state }) => severity[state],
  );
  registry.registerMetric(
    new Gauge({
      name: 'serenata_provider_brand_off',
      help: 'Whether a brand has turned new charges by a payment provider off, which is on for others.',
      labelNames: ['provider', 'brand'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const provider of providerName.options) {
          const gate = providers.gate(provider);
          if (gate?.closedBy() === 'turned_off') continue;
          for (const { id, key: brand } of brands.all())
            if (gate?.closedBy('charge', id) === 'turned_off') this.set({ provider, brand }, 1);
        }
      },
    }),
  );
  add('serenata_provider_calls_in_flight', 'Calls under way at a provider.', ({ inFlight }) => inFlight);
  add('serenata_provider_calls_waiting', 'Calls that wait at its gate.', ({ waiting }) => waiting);
  add(
    'serenata_provider_calls_refused',
    'Calls that its gate has not let through since the process began.',
    ({ refused }) => refused,
  );
}
