import type { ProviderName } from '#contract/billing/providers.ts';
import type { Bank } from './bank.ts';
import { nothing } from './http.ts';
import type { Call, Facade, Reply } from './http.ts';
import { bankPage, troublePage } from './pages.ts';
import type { SendBack } from './stand-in.ts';
import { majorUnits } from './wire-values.ts';

/** `/3ds/{id}`: where a bank asks the holder of a card. */
export function createChallenges(
  bank: Bank,
  sendBackOf: (provider: ProviderName) => SendBack | undefined,
): Facade {
  return ({ method, path, body }: Call): Reply => {
    const [id = '', action] = path.split('/');
    const charge = bank.challenge(id);
    if (!charge) return troublePage(404, 'This payment is not known here.');
    const form = new URLSearchParams(body);
    const back = () => sendBackOf(charge.provider)?.(charge, form) ?? nothing(204);
    // A second visit, by the back button or too late, leads back to the merchant too.
    if (charge.state !== 'challenged') return back();
    if (action === undefined) {
      return bankPage(id, {
        amount: `${majorUnits(charge.amount)} ${charge.currency}`,
        merchant: charge.descriptor || charge.merchantAccount,
        card: `•••• ${charge.instrument.lastFour}`,
        hidden: pick(form, ['TermUrl', 'MD']),
      });
    }
    if (action !== 'answer' || method !== 'POST') return troublePage(404, 'There is no such page.');
    if (form.get('answer') === 'cancel') bank.answer(charge, 'check_cancelled');
    else bank.answer(charge, form.get('password') === 'password' ? 'passed' : 'check_failed');
    return back();
  };
}

function pick(form: URLSearchParams, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
