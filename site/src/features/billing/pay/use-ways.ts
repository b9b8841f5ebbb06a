import { useQuery } from '@tanstack/react-query';
import { readPayRules } from '../../../../../contract/billing/charges.ts';
import { call } from '../../../shell/api.ts';
import { useShell } from '../../../shell/boot.ts';
import { useMember } from '../../../shell/session.ts';
import { hasApplePay } from './apple-pay.ts';
import { hasGooglePay } from './google-pay.ts';
import type { PayRules, Wallets } from './methods.ts';

const FIVE_MINUTES = 5 * 60 * 1_000;

export interface Ways {
  rules: PayRules;
  wallets: Wallets;
}

/** By whom one can be paid here, and which wallets this browser has. */
export function useWays() {
  const { trackerId } = useMember();
  const { brand } = useShell();
  return useQuery({
    queryKey: [trackerId, 'payRules'],
    queryFn: async ({ signal }): Promise<Ways> => {
      const rules = await call(readPayRules, { trackerId }, { signal });
      const googlepay = await hasGooglePay(rules, brand.country);
      return { rules, wallets: { googlepay, applepay: hasApplePay(rules) } };
    },
    staleTime: FIVE_MINUTES,
  });
}
