import { MINUTE } from '../../server/platform/clock.ts';
import type { Bank } from './bank.ts';
import { keep } from './bounded.ts';
import { json } from './http.ts';
import type { Reply } from './http.ts';
import { randomText } from './ids.ts';
import { readWalletToken } from './scenarios.ts';

interface Intent {
  id: string;
  amount: number;
  currency: string;
  reference: string;
}

const MOST_INTENTS = 10_000;
const LASTS = 15 * MINUTE;

/** Wallet payments that were announced. TrustPay's own script in the page would pay them; here it is one plain call. */
export function createIntents(bank: Bank) {
  const open = new Map<string, Intent & { secret: string; at: number }>();
  return {
    open(intent: Intent): Reply {
      const secret = randomText(32);
      keep(open, MOST_INTENTS, intent.id, { ...intent, secret, at: bank.clock.time() });
      const secrets = { display: randomText(32), payment: secret };
      return json(200, { instanceId: intent.id, secrets, initResultData: {} });
    },

    describe(id: string): Reply | undefined {
      const intent = open.get(id);
      if (!intent) return undefined;
      const over = bank.clock.time() - intent.at > LASTS;
      const end = {
        paymentStatus: '100.396.104',
        paymentDescription: 'Uncertain status - probably cancelled by user',
      };
      return json(200, { status: 1, description: 'Initiated', instanceId: id, ...(over && end) });
    },

    pay(id: string, form: URLSearchParams): Reply | undefined {
      const intent = open.get(id);
      const token = form.get('token') ?? '';
      const instrument = readWalletToken(token, token.includes('-applepay-') ? 'applepay' : 'googlepay');
      if (!intent || intent.secret !== form.get('secret') || !instrument) return undefined;
      open.delete(id);
      const { amount, currency, reference } = intent;
      const charge = bank.charge({
        id,
        provider: 'trustpay',
        prefix: '',
        reference,
        amount,
        currency,
        merchantAccount: 'trustpay',
        instrument,
        customer: null,
        store: false,
        token: null,
        by: 'wallet',
        present: true,
        // A wallet has asked already.
        mayAsk: false,
        returnTo: null,
        descriptor: '',
        fault: undefined,
      });
      return json(200, { status: 1, instanceId: id, state: charge.state });
    },
  };
}
