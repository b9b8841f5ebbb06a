import { createContext, useContext } from 'react';
import { createStore } from '#client/store.ts';
import type { Boot } from '#contract/brand/boot.ts';
import type { Flow } from '#contract/brand/flow.ts';
import { given } from './landing.ts';

/**
 * The part of the boot object that every page needs at once, already in our spelling, so that a landing page
 * need not carry the code that decodes the wire.
 */
export interface Shell extends Pick<Boot, 'version' | 'brand' | 'hosts' | 'language' | 'words'> {
  flow: Pick<Flow, 'id' | 'invites' | 'landings'>;
}

export function shellOf({ version, brand, hosts, language, words, flow }: Boot): Shell {
  const { id, invites, landings } = flow;
  return { version, brand, hosts, language, ...(words && { words }), flow: { id, invites, landings } };
}

/** The page's shell, for code outside React. Null until the page has started, and always on the server. */
export const shellStore = createStore<Shell | null>(null);

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('There is no shell around this part.');
  return shell;
}

/** A JSON block the server put into the page. */
export function readBlock(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as unknown) : undefined;
}

/** The whole boot object of the flow the page came with. */
export async function loadBoot(): Promise<Boot> {
  const inlined = readBlock('boot');
  return inlined ? (await loadContract()).boot.parse(inlined) : fetchBoot(visitOfPage());
}

/** The server says which version of the brand it knows: another one than this page is read, and what shows it fetched late. */
export function followBrandLater(version: string | null): void {
  if (version === null || version === shellStore.get()?.version) return;
  void import('./brand-updates.ts').then(({ followBrand }) => followBrand(version)).catch(() => undefined);
}

const AWAY_MS = 30_000;

/** A visitor's page has no connection: when its reader comes back to it, it asks what has become of the brand meanwhile. */
export function followBrandOnReturn(): void {
  let leftAt = 0;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leftAt = Date.now();
    else if (Date.now() - leftAt > AWAY_MS)
      void import('./brand-updates.ts').then(({ readBrandAgain }) => readBrandAgain()).catch(() => undefined);
  });
}

/** What the server chooses a flow by. */
interface Visit {
  path: string;
  flowId?: string | undefined;
  trackerId?: string | undefined;
  campaignId?: string | undefined;
  /** Of a member, who is in their own flow whatever else is said. */
  token?: string | undefined;
}

export async function fetchBoot(visit: Visit): Promise<Boot> {
  return (await readBoot(visit)).boot;
}

/** With the text that it came as. */
export async function readBoot({ path, flowId, trackerId, campaignId, token }: Visit) {
  const { arrivalNames, boot } = await loadContract();
  const query = new URLSearchParams({ [arrivalNames.path]: path });
  if (flowId) query.set(arrivalNames.flowId[0], flowId);
  if (trackerId) query.set(arrivalNames.trackerId, trackerId);
  if (campaignId) query.set(arrivalNames.campaignId, campaignId);
  const response = await fetch(
    `/boot.json?${query}`,
    token ? { headers: { authorization: `Bearer ${token}` } } : {},
  );
  if (!response.ok) throw new Error(`boot.json answered ${response.status}.`);
  const json = await response.text();
  return { boot: boot.parse(JSON.parse(json)), json };
}

/** The schemas of the wire come late: a first visit does without them. */
function loadContract() {
  return import('#contract/brand/boot.ts');
}

export function visitOfPage(): Visit {
  const query = new URLSearchParams(location.search);
  return {
    path: location.pathname,
    flowId: given(query, 'flowId'),
    trackerId: given(query, 'trackerId'),
    campaignId: given(query, 'campaignId'),
  };
}
