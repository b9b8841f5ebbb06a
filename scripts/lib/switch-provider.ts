import { providerName } from '../../contract/billing/payment-checks.ts';
import type { ProviderStop } from '../../contract/staff/providers.ts';
import { readProviderSwitches, setProviderSwitch } from '../../server/billing/providers/kill-switch.ts';
import { StartupFault } from '../../server/platform/config/startup-fault.ts';
import type { Desk } from './reach-database.ts';

const LONGEST_REASON = 300;

const said: Record<ProviderStop, string> = {
  nothing: 'on',
  charges: 'off for new charges',
  everything: 'off for everything',
};

/** Lists what is turned off, or turns a provider off or on: `list`, `off NAME`, `on NAME`. */
export async function switchProviders(
  { db, terminal }: Desk,
  [verb, name]: readonly (string | undefined)[],
  { only, reason = '' }: { only?: string | undefined; reason?: string | undefined },
): Promise<void> {
  if (verb === 'list') {
    const rows = await readProviderSwitches(db);
    for (const provider of providerName.options) {
      const row = rows.find((one) => one.provider === provider);
      const why =
        row && row.stops !== 'nothing' ? `  since ${row.changed_at.toISOString()}: ${row.reason}` : '';
      terminal.log(`${provider.padEnd(10)} ${said[row?.stops ?? 'nothing']}${why}`);
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
  const stops = verb === 'on' ? 'nothing' : only === 'charges' ? 'charges' : 'everything';
  const isNew = await setProviderSwitch(
    { db },
    { provider, stops, reason: why },
    { actor: { kind: 'system' }, at: new Date() },
  );
  terminal.log(isNew ? `${provider} is ${said[stops]}.` : 'It was so already.');
}
