import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#client/query-client.ts';
import type { Flow } from '#contract/brand/flow.ts';
import { fetchBoot, loadBoot, shellOf, shellStore, useShell } from './boot.ts';
import { paths } from './paths.ts';
import { storage } from './storage.ts';

const flowQuery = (flowId: string) => ({
  queryKey: ['flow', flowId],
  queryFn: () => loadFlow(flowId),
  staleTime: Number.POSITIVE_INFINITY,
});

/** All of the member's flow, for a page that says why it is not there yet. */
export function useFlowQuery() {
  return useQuery(flowQuery(useShell().flow.id), queryClient);
}

/** All of the member's flow. Undefined until it is there. */
export function useFlow(): Flow | undefined {
  return useFlowQuery().data;
}

/** The same outside React. Null where it cannot be had. */
export async function currentFlow(): Promise<Flow | null> {
  const flowId = shellStore.get()?.flow.id;
  return flowId === undefined ? null : queryClient.fetchQuery(flowQuery(flowId)).catch(() => null);
}

/** A member is in the flow they signed up with, whatever address they came by. */
export async function enterFlow(flowId: string): Promise<void> {
  if (shellStore.get()?.flow.id === flowId) return;
  const boot = await fetchBoot({ flowId, path: paths.find, token: storage.get('token') });
  queryClient.setQueryData(flowQuery(flowId).queryKey, boot.flow);
  shellStore.set(shellOf(boot));
}

/** The page came with the flow of its address; a member may be in another. */
async function loadFlow(flowId: string): Promise<Flow> {
  const { flow } = await loadBoot();
  if (flow.id === flowId) return flow;
  return (await fetchBoot({ flowId, path: paths.find, token: storage.get('token') })).flow;
}
