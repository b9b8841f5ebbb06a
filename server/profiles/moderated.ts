import { z } from 'zod';
import { moderationKinds } from '../../contract/moderation/moderation.ts';
import type { Config } from '../platform/config/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { enqueue, jobKind } from '../platform/jobs/jobs.ts';

/** A member has given something to moderation, and nobody looks at it by hand here. */
export const submitted = jobKind(
  'moderation.submitted',
  z.object({ brandId: z.uuid(), profileId: z.uuid(), kind: z.enum(moderationKinds), id: z.uuid() }),
);
export type Submitted = z.output<typeof submitted.payload>;

/** To be called in the transaction that makes or changes what moderation looks at. By hand it is found in its queue. */
export async function tellModeration(
  { config }: { config: Config },
  tx: Tx,
  given: Submitted,
): Promise<void> {
  if (config.moderation === 'auto') await enqueue(tx, submitted, given);
}

/** What moderation decides on, by the id it has in the domain that owns it. */
export interface Seen {
  brandId: string;
  id: string;
  /** When it was given that was looked at. Something else may have come in its place since. */
  seenAt?: Date | undefined;
}

/** What a verdict was about, and whom to tell. The domain that owns it answers so. */
export interface Decided {
  /** A profile's words for the first time, or others in their place; or something else. */
  what: 'profile' | 'change' | 'photo' | 'chat_photo' | 'review';
  accountId: string;
  /** Whether it had not been decided so before. */
  isNew: boolean;
}
