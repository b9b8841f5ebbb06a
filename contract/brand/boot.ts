import { z } from 'zod';
import { language } from '../kernel/fields.ts';
import { publicKey } from '../kernel/sealing.ts';
import { publicBrand } from './brand.ts';
import { flow } from './flow.ts';
import { brandVersion } from './live.ts';
import { TEXT_LONGEST, textKey } from './texts.ts';

const address = z.string().max(300);

/** What the browser needs before anything else. Also inlined in the HTML. */
export const boot = z.object({
  /** Changes with whatever the brand publishes. */
  version: brandVersion,
  brand: publicBrand,
  /** What popups say in words of the brand's own, in this language. */
  words: z.record(textKey, z.string().max(TEXT_LONGEST)).optional(),
  flow,
  hosts: z.object({
    api: address,
    payment: address,
    dispenser: address,
    tracker: address,
    cron: address,
    socket: address,
  }),
  keys: z.object({ api: publicKey, payment: publicKey }),
  language,
});
export type Boot = z.output<typeof boot>;

/** How an advert's address names the flow, the tracker id, the campaign and the path. `fluxid` is the older spelling. */
export const arrivalNames = {
  flowId: ['fluxId', 'fluxid'],
  trackerId: 'tid',
  campaignId: 'campid',
  path: 'path',
} as const;
