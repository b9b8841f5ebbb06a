import type { FlowSettings } from '../../contract/brand/flow.ts';
import type { Brand } from '../brands/directory.ts';

/** Where the demo's brands are at home: those that it has words and names for. */
const demoCountries = ['it', 'es'] as const;
export type DemoCountry = (typeof demoCountries)[number];

/** What the demo's people, accounts and pictures depend on. */
export interface DemoBrand {
  id: string;
  key: string;
  title: string;
  country: DemoCountry;
  domain: string;
  style: 'garden' | 'terrace';
  defaultFlow: string;
  flows: ReadonlyMap<string, FlowSettings>;
}

export function demoBrand({ id, settings, flows }: Brand): DemoBrand {
  const { key, title, domain, theme, defaultFlow } = settings;
  const country = demoCountries.find((each) => each === settings.country);
  if (!country) throw new Error(`the demo knows nobody in ${settings.country}`);
  return {
    id,
    key,
    title,
    country,
    domain,
    style: theme.hero === 'dusk' ? 'garden' : 'terrace',
    defaultFlow,
    flows,
  };
}
