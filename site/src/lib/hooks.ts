import { useCallback } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { HookName } from '../../../contract/flow.ts';
import { currentFlow } from './flow.ts';
import { openPopup } from './popups.ts';

const PLANS = '/vip_plan/cred';

/**
 * Opens what pushes toward payment: the hook's popup, with the flow's own words where it has any, or the plans where
 * the flow asks for an age verification.
 */
export async function openHook(name: HookName, navigate: NavigateFunction): Promise<void> {
  const flow = await currentFlow();
  if (flow?.ageVerification) await navigate(PLANS);
  else openPopup({ name, ...flow?.hooks[name] });
}

export function useOpenHook(): (name: HookName) => void {
  const navigate = useNavigate();
  return useCallback((name) => void openHook(name, navigate), [navigate]);
}
