import { z } from 'zod';

/** What the service worker is sent, encrypted for the one browser that it is for. */
export const pushMessage = z.object({
  /** The same in every attempt. */
  id: z.string().max(64),
  title: z.string().max(200),
  body: z.string().max(1000),
  /** A later one with the same tag takes the place of the earlier one: there is one notification a conversation. */
  tag: z.string().max(100),
  /** What a tap opens: a path on the site. */
  path: z.string().max(200),
});
export type PushMessage = z.output<typeof pushMessage>;
