import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderStop } from '#contract/staff/providers.ts';
import { readProviderSwitches, setProviderSwitch } from '#server/billing/providers/kill-switch.ts';
import { openBrandDirectory } from '#server/brands/directory.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CommandContext } from './reach-database.ts';

const LONGEST_REASON = 300;

interface Options {
  brand?: string | undefined;
  only?: string | undefined;
  reason?: string | undefined;
}

const said: Record<ProviderStop, string> = {
  nothing: 'on',
  charges: 'off for new charges',
  everything: 'off for everything',
};

/** Lists what is turned off, or turns a provider off or on, for one brand or for all: `list`, `off NAME`, `on NAME`. */
export async function switchProviders(
  { db, terminal }: CommandContext,
  [verb, name]: readonly (string | undefined)[],
  { brand, only, reason = '' }: Options,
): Promise<void> {
  if (verb === 'list') {
    const rows = await readProviderSwitches(db);
    const { byId } = await openBrandDirectory({ db, localhostIsFirst: false });
    for (const provider of providerName.options) {
      const own = rows.filter((row) => row.provider === provider);
      const forAll = own.find(({ brand_id }) => brand_id === null);
      terminal.log(`${provider.padEnd(10)} ${said[forAll?.stops ?? 'nothing']}${whyOff(forAll)}`);
      for (const row of own) {
        if (row.brand_id === null || row.stops === 'nothing') continue;
        terminal.log(`${' '.repeat(10)} ${said[row.stops]} of ${byId(row.brand_id)?.key}${whyOff(row)}`);
      }
    }
    return;
  }
  if (verb !== 'off' && verb !== 'on')
    throw new StartupFault(`There is no “provider ${verb ?? ''}”; there are list, off and on.`);
  const provider = providerName.safeParse(name).data;
  if (!provider)
    throw new StartupFault(`Name a provider, which is one of ${providerName.options.join(', ')}.`);
  const why = reason.trim();
  if (why === '' || why.length > LONGEST_REASON)
    throw new StartupFault(`Say why, with --reason and at most ${LONGEST_REASON} characters.`);
  if (only !== undefined && (verb === 'on' || only !== 'charges'))
    throw new StartupFault('The only part that can be turned off is “--only charges”.');
  if (brand !== undefined && verb === 'off' && only === undefined)
    throw new StartupFault('Of one brand only new charges can be turned off: say “--only charges”.');
  const stops = verb === 'on' ? 'nothing' : only === 'charges' ? 'charges' : 'everything';
  const isNew = await setProviderSwitch(
    { db },
    { provider, brandId: brand === undefined ? null : await findBrand(db, brand), stops, reason: why },
    { actor: { kind: 'system' }, at: new Date() },
  );
  const where = brand === undefined ? '' : ` at ${brand}`;
  terminal.log(isNew ? `${provider} is ${said[stops]}${where}.` : 'It was so already.');
}

async function findBrand(db: Database, key: string): Promise<string> {
  const { byKey } = await openBrandDirectory({ db, localhostIsFirst: false });
  const brand = byKey(key);
  if (!brand) throw new StartupFault(`There is no brand “${key}”.`);
  return brand.id;
}

function whyOff(row: Awaited<ReturnType<typeof readProviderSwitches>>[number] | undefined): string {
  return row && row.stops !== 'nothing' ? `  since ${row.changed_at.toISOString()}: ${row.reason}` : '';
}
