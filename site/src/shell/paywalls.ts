import { useCallback } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { PaywallName } from '../../../contract/brand/paywalls.ts';
import { currentFlow } from './flow.ts';
import { paths } from './paths.ts';
import { openPopup } from './popups.ts';

/** These tell of a plan that somebody has. They push nobody toward one. */
const telling = ['premium_member', 'premium_member_compliant'] as const satisfies readonly PaywallName[];

/**
 * Opens what pushes toward payment: the paywall's popup, with the flow's own words where it has any, or the plans where
 * the flow asks for an age verification.
 */
export async function openPaywall(name: PaywallName, navigate: NavigateFunction): Promise<void> {
  const flow = await currentFlow();
  const pushes = !telling.some((one) => one === name);
  if (flow?.ageVerification && pushes) await navigate(paths.plans());
  else openPopup({ name, ...flow?.hooks[name] });
}

/** Says that there is a plan now, in the way the member's flow has it, if it has one. */
export async function tellOfPlan(navigate: NavigateFunction): Promise<void> {
  const flow = await currentFlow();
  const name = telling.find((one) => flow?.hooks[one]);
  if (name) await openPaywall(name, navigate);
}

export function useOpenPaywall(): (name: PaywallName) => void {
  const navigate = useNavigate();
  return useCallback((name) => void openPaywall(name, navigate), [navigate]);
}
