import { z } from 'zod';
import { Failure } from '#contract/kernel/errors.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { readReserved, setReserved } from '#server/profiles/reserved-profiles.ts';
import { chooseBrand } from './print-link.ts';
import type { CommandContext } from './reach-database.ts';

const MOST_LISTED = 1_000;

/** Lists the profiles that are reserved, or marks one: `reserved`, `reserve ID`, `open ID`. */
export async function reserve(
  { db, terminal }: CommandContext,
  [verb, id]: readonly (string | undefined)[],
  options: { brand?: string | undefined },
): Promise<void> {
  if (verb !== 'reserved' && verb !== 'reserve' && verb !== 'open')
    throw new StartupFault(
      `There is no “profile ${verb ?? ''}”; there are reserved, reserve, open and import.`,
    );
  const { id: brandId } = await chooseBrand(db, options.brand);
  if (verb === 'reserved') {
    for (const { id: profileId, kind, screenName, region } of await readReserved(
      db,
      brandId,
      undefined,
      MOST_LISTED,
    ))
      terminal.log(`${profileId}  ${kind.padEnd(5)}  ${screenName}  ${region ?? ''}`.trimEnd());
    return;
  }
  const profileId = z.uuid().safeParse(id).data;
  if (profileId === undefined) throw new StartupFault('The id of the profile is missing.');
  const reserved = verb === 'reserve';
  try {
    const isNew = await setReserved({ db }, { brandId, profileId, reserved }, { actor: { kind: 'system' } });
    const done = reserved ? 'The profile is reserved.' : 'The profile is open to everybody.';
    terminal.log(isNew ? done : 'It was so already.');
  } catch (error) {
    throw error instanceof Failure ? explain(error) : error;
  }
}

function explain({ code }: Failure): StartupFault {
  return new StartupFault(
    code === 'profile.not_ours'
      ? 'It is a member’s own: only profiles of the staff and of the AI can be reserved.'
      : 'There is no such profile at this brand.',
  );
}
