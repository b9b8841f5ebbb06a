import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryCharge } from '#contract/billing/charges.ts';
import { createToken } from '#contract/billing/orders.ts';
import { askApi } from './ask-api.ts';
import { brands } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import type { OpenSession } from './fresh-member.ts';

/** What a plan is called on the pages of a brand. */
export function planName(brand: BrandKey, productId: string): string {
  const file = join(import.meta.dirname, `../brands/${brand}.json`);
  const { plans } = JSON.parse(readFileSync(file, 'utf8')) as {
    plans: { productId: string; name: Record<string, string> }[];
  };
  const name = plans.find((plan) => plan.productId === productId)?.name[brands[brand].language];
  if (!name) throw new Error(`${brand} has no plan ${productId}`);
  return name;
}

/** A card that the sandbox's bank accepts. */
export const goodCard = '4111 1111 1111 1111';

/** Buys a plan by card, without the pages for it, and gives the order's id. */
export async function buy(
  brand: BrandKey,
  { token, trackerId }: OpenSession,
  productId: string,
  number = goodCard,
  { keepForLater = false } = {},
): Promise<string> {
  const who = { brand, token };
  const order = await askApi(createToken, { trackerId, productId }, who);
  const card = {
    token: order.token,
    firstName: 'Mario',
    lastName: 'Rossi',
    number,
    month: '03',
    year: '2030',
    securityCode: '737',
  };
  const { status, outcome, orderId } = await askApi(
    tryCharge,
    { trackerId, productId, card, disclaimer: true, keepForLater },
    who,
  );
  if (status !== 'ok') throw new Error(`${productId} was not paid: ${outcome}`);
  return orderId;
}
