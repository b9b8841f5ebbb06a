import { z } from 'zod';

/** Signs of danger, in what the member wrote last or in the reply. They come with guidance. */
export const concern = z.enum(['minor', 'self_harm']);
export type Concern = z.output<typeof concern>;

/** What a host must have seen before a reply is sent. */
export const replyWarning = z.enum([
  ...concern.options,
  'contact',
  'money',
  'meeting',
  'asked_if_real',
  'same_to_member',
  'same_to_many',
]);
export type ReplyWarning = z.output<typeof replyWarning>;
export const replyWarnings = z.array(replyWarning).max(replyWarning.options.length);
