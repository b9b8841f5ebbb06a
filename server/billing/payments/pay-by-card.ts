import { findCardProblem, digitsOf, fullYear, networkOf } from '#contract/billing/card.ts';
import type { TypedCard } from '#contract/billing/card.ts';
import type {
  ChargeReply,
  SealedCard,
  tryCharge as endpoint,
  tryChargeTrustPay as trustPayEndpoint,
} from '#contract/billing/charges.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { requireProvenSession } from '#server/accounts/fresh-proof.ts';
import type { MemberContext } from '#server/app.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { findOrder } from '../orders/orders.ts';
import { providersFor, requireUsed } from '../orders/payment-rules.ts';
import { payIntent } from './pay-by-wallet.ts';
import { chooseOnFile } from './pay-on-file.ts';
import type { Accepts } from './pay-on-file.ts';
import { countTry, describePayment, pay } from './pay.ts';
import type { Chosen } from './pay.ts';
import { describeUntried } from './payment-status.ts';

type Input = InputOf<typeof endpoint>;

export function tryCharge(context: MemberContext, input: Input): Promise<ChargeReply> {
  return payByCard(context, input, () => true);
}

/** By a card or by what is on file, as anywhere else; or by a wallet, where an intent was opened for it. */
export async function tryChargeTrustPay(
  context: MemberContext,
  { card: { intent, token, ...card }, ...input }: InputOf<typeof trustPayEndpoint>,
): Promise<ChargeReply> {
  if (intent) return payIntent(context, intent);
  if (token === undefined)
    return fail('request.malformed', { issues: [{ path: 'card.token', problem: 'is missing' }] });
  return payByCard(
    context,
    { ...input, card: { ...card, token } },
    (name) => name === 'trustpay',
    'trustpay',
  );
}

async function payByCard(
  context: MemberContext,
  input: Input,
  accepts: Accepts,
  named?: ProviderName,
): Promise<ChargeReply> {
  const { card, cardOnFile, ...details } = input;
  // A caller who has to prove first who they are has not tried to pay yet.
  if (cardOnFile) await requireProvenSession(context);
  await countTry(context);
  const order = await findOrder(context, card.token);
  if (named) requireUsed(context.brand, named);
  if (cardOnFile) {
    // Another card is what is asked for there.
    const chosen = order.kind === 'card' ? undefined : await chooseOnFile(context, accepts);
    if (!chosen) fail('payment.no_card_on_file');
    return describePayment(order, await pay(context, order, chosen, details));
  }
  const typed = typedCard(card);
  const names = nameOf(card);
  const problem = findCardProblem(typed, context.app.clock.now());
  if (problem) return describeUntried(order, problem);
  const chosen = chooseCard(context, order, { ...typed, ...names }, accepts);
  return describePayment(order, await pay(context, order, chosen, details));
}

function chooseCard(
  context: MemberContext,
  { brandId, flowId }: Purchase,
  typed: TypedCard & { firstName: string; lastName: string },
  accepts: Accepts,
): Chosen {
  const { clock, keyedHash } = context.app;
  const { brand } = context;
  const digits = digitsOf(typed.number);
  return {
    paymentMethod: {
      type: 'card',
      card: {
        number: digits,
        month: Number(typed.month),
        year: fullYear(typed.year, clock.now()),
        securityCode: typed.securityCode,
        firstName: typed.firstName,
        lastName: typed.lastName,
      },
    },
    method: 'card',
    providers: providersFor(context.app, brand, flowId, 'card').filter(accepts),
    card: {
      network: networkOf(digits) ?? null,
      lastFour: digits.slice(-4),
      fingerprint: keyedHash('card', `${brandId} ${digits}`),
    },
    paymentMethodId: null,
  };
}

function typedCard({ number = '', month = '', year = '', securityCode = '' }: SealedCard): TypedCard {
  return { number, month: String(month), year: String(year), securityCode };
}

function nameOf({ firstName = '', lastName = '' }: SealedCard): { firstName: string; lastName: string } {
  const names = { firstName: firstName.trim(), lastName: lastName.trim() };
  if (!names.firstName || !names.lastName) fail('payment.name_missing');
  return names;
}
