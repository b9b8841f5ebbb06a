import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { HookName } from '../../../contract/flow.ts';
import { currentFlow } from './flow.ts';
import { openPopup } from './popups.ts';

const PLANS = '/vip_plan/cred';

/**
 * Opens what pushes toward payment: the hook's popup, with the flow's own words where it has any, or the plans where
 * the flow asks for an age verification.
 */
export function useOpenHook(): (name: HookName) => void {
  const navigate = useNavigate();
  return useCallback(
    (name) => {
      void currentFlow().then((flow) => {
        if (flow?.ageVerification) void navigate(PLANS);
        else openPopup({ name, ...flow?.hooks[name] });
      });
    },
    [navigate],
  );
}
