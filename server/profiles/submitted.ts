import { z } from 'zod';
import type { Config } from '../core/config.ts';
import type { Tx } from '../core/database.ts';
import { enqueue, jobKind } from '../core/jobs.ts';

/** A member has given words or a photo to moderation, and nobody looks at them by hand here. */
export const submitted = jobKind(
  'profiles.submitted',
  z.object({ brandId: z.uuid(), profileId: z.uuid(), photoId: z.uuid().nullable() }),
);
type Submitted = z.output<typeof submitted.payload>;

/** To be called in the transaction that makes or changes what moderation looks at. By hand it is found in its queue. */
export async function tellModeration(
  { config }: { config: Config },
  tx: Tx,
  given: Submitted,
): Promise<void> {
  if (config.moderation === 'auto') await enqueue(tx, submitted, given);
}
