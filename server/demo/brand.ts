import type { Country } from '../../contract/kernel/constants.ts';
import type { FlowSettings } from '../../contract/brand/flow.ts';
import type { Brand } from '../brands/directory.ts';

/** What the demo's people, accounts and pictures depend on. */
export interface DemoBrand {
  id: string;
  key: string;
  title: string;
  country: Country;
  domain: string;
  style: 'garden' | 'terrace';
  defaultFlow: string;
  flows: ReadonlyMap<string, FlowSettings>;
}

export function demoBrand({ id, settings, flows }: Brand): DemoBrand {
  const { key, title, country, domain, theme, defaultFlow } = settings;
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
