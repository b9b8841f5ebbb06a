/** What operators have turned off of a provider. It stands in the database, and every node obeys it within seconds. */

import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { providerName } from '../../../contract/billing/payment-checks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type {
  ProviderStop,
  listProviders as listEndpoint,
  switchProvider as switchEndpoint,
} from '../../../contract/staff/providers.ts';
import type { App, StaffContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { AuditEntry } from '../../platform/audit.ts';
import { SECOND } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Database, DbOrTx } from '../../platform/database/database.ts';
import type { RunningModule } from '../../platform/module.ts';
import { createRefresher } from '../../platform/refresher.ts';

/** Every node is told by this; one that misses it looks by itself. */
const CHANNEL = 'provider_switched';
const LOOK_EVERY = 5 * SECOND;

interface Switching {
  provider: ProviderName;
  stops: ProviderStop;
  reason: string;
}

/** Turns a provider off or on. False where it was so already. */
export function setProviderSwitch(
  { db }: { db: Database },
  { provider, stops, reason }: Switching,
  { actor, at, ip }: Pick<AuditEntry, 'actor' | 'ip'> & { at: Date },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql`
      insert into provider_switch (provider, stops, reason, staff_id, changed_at)
      values (${provider}::text, ${stops}::text, ${reason}::text, ${actor.kind === 'staff' ? actor.id : null}::uuid,
        ${at}::timestamptz)
      on conflict (provider) do update set stops = excluded.stops, reason = excluded.reason,
        staff_id = excluded.staff_id, changed_at = excluded.changed_at
      where provider_switch.stops <> excluded.stops
      returning provider`.execute(tx);
    if (rows.length === 0) return false;
    await recordAudit(tx, {
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
    .select(['w.provider', 'w.stops', 'w.reason', 'w.changed_at', 's.name'])
    .orderBy('w.provider')
    .execute();
}

/** Lets the gates of this node do what the database says. */
export async function obeySwitches({ db, providers }: Pick<App, 'db' | 'providers'>): Promise<void> {
  const rows = await readProviderSwitches(db);
  for (const name of providerName.options) {
    providers.gate(name)?.stop(rows.find(({ provider }) => provider === name)?.stops ?? 'nothing');
  }
}

export async function switchProvider(
  { app, staffId, ip }: StaffContext,
  { provider, stops, reason }: InputOf<typeof switchEndpoint>,
): Promise<{ ok: true }> {
  const actor = { kind: 'staff' as const, id: staffId };
  await setProviderSwitch(app, { provider, stops, reason }, { actor, at: app.clock.now(), ip });
  await obeySwitches(app);
  return { ok: true };
}

export async function listProviders({ app }: StaffContext): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await readProviderSwitches(app.db);
  const providers = providerName.options.flatMap((name) => {
    const gate = app.providers.gate(name);
    const row = rows.find(({ provider }) => provider === name);
    const switched = row && {
      stops: row.stops,
      reason: row.reason,
      by: row.name,
      at: row.changed_at.getTime(),
    };
    return gate ? [{ ...gate.snapshot(), switched: switched ?? null }] : [];
  });
  return { providers };
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

function addGateMetrics({ metrics: { registry }, providers }: App): void {
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
  add('serenata_provider_calls_in_flight', 'Calls under way at a provider.', ({ inFlight }) => inFlight);
  add('serenata_provider_calls_waiting', 'Calls that wait at its gate.', ({ waiting }) => waiting);
  add(
    'serenata_provider_calls_refused',
    'Calls that its gate has not let through since the process began.',
    ({ refused }) => refused,
  );
}
