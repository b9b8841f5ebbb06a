/** The bots of the brands, each with its token. They are asked who they are when that is first needed. */

import { Bot } from 'grammy';
import type { Config } from '#server/platform/config/config.ts';

export interface MessengerBots {
  /** Of a brand, by its key; undefined where it has none. */
  of(brandKey: string): Bot | undefined;
  /** The keys of the brands that have one. A brand of that name may not be there yet. */
  brandKeys: readonly string[];
}

const TIMEOUT_SECONDS = 20;

export function createMessengerBots({ telegram }: Pick<Config, 'telegram'>): MessengerBots {
  const { bots, apiUrl } = telegram;
  const client = { timeoutSeconds: TIMEOUT_SECONDS, ...(apiUrl && { apiRoot: apiUrl }) };
  const known = new Map(Object.entries(bots).map(([key, token]) => [key, new Bot(token, { client })]));
  return { of: (brandKey) => known.get(brandKey), brandKeys: [...known.keys()] };
}
