import { askApplePay } from './apple-pay.ts';
import { type Sale, type WalletAnswer, askGooglePay } from './google-pay.ts';
import type { PayRules, Wallets } from './methods.ts';

/** Opens a wallet's own sheet, in the click that asked for it. */
export function askWallet(wallet: keyof Wallets, rules: PayRules, sale: Sale): Promise<WalletAnswer | null> {
  if (wallet === 'googlepay') return askGooglePay(rules, sale);
  return askApplePay({ ...sale, label: rules.applepay?.merchantName ?? sale.label });
}
