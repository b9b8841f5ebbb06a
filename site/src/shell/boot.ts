import { createContext, useContext } from 'react';
import type { Boot } from '../../../contract/brand/boot.ts';
import type { Flow } from '../../../contract/brand/flow.ts';
import { createStore } from '../../../packages/client/store.ts';
import type { Arrival } from './decode-boot.ts';
import { given } from './landing.ts';
import { paths } from './paths.ts';
import { storage } from './storage.ts';

/**
 * The part of the boot object that every page needs at once, already in our spelling, so that a landing page
 * need not carry the code that decodes the wire.
 */
export interface Shell extends Pick<Boot, 'brand' | 'hosts' | 'language'> {
  flow: Pick<Flow, 'id' | 'invites'>;
}

export function shellOf({ brand, hosts, language, flow }: Boot): Shell {
  return { brand, hosts, language, flow: { id: flow.id, invites: flow.invites } };
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
  const { decodeBoot, fetchBoot } = await import('./decode-boot.ts');
  const inlined = readBlock('boot');
  return inlined ? decodeBoot(inlined) : fetchBoot(arrivalOfPage());
}

/** A member is in the flow he signed up with, whatever address he came by. */
export async function enterFlow(flowId: string): Promise<void> {
  if (shellStore.get()?.flow.id === flowId) return;
  const { fetchBoot } = await import('./decode-boot.ts');
  shellStore.set(shellOf(await fetchBoot({ flowId, path: paths.find, token: storage.get('token') })));
}

function arrivalOfPage(): Arrival {
  const query = new URLSearchParams(location.search);
  return {
    path: location.pathname,
    flowId: given(query, 'flowId'),
    trackerId: given(query, 'trackerId'),
    campaignId: given(query, 'campaignId'),
  };
}
