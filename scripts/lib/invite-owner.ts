import { openBrandDirectory } from '#server/brands/directory.ts';
import { systemClock } from '#server/platform/clock.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { createOrigins } from '#server/platform/http/origins.ts';
import { inviteFirstOwner, inviteOwner } from '#server/staff/owner-invitation.ts';
import { openLinks } from './print-link.ts';
import type { CommandContext } from './reach-database.ts';

/** Writes an invitation for an owner who cannot come in any more, or for the first one, and prints where it lies. */
export async function inviteOwnerByFile(
  { config, db, terminal }: CommandContext,
  { email }: { email?: string | undefined },
): Promise<void> {
  const machine = {
    config,
    db,
    links: await openLinks(config),
    clock: systemClock,
    brands: await openBrandDirectory({ db, localhostIsFirst: false }),
    origins: createOrigins(config),
  };
  const file =
    (email === undefined ? await inviteFirstOwner(machine) : undefined) ??
    (await inviteOwner(machine, email));
  if (file === undefined)
    throw new StartupFault(
      email === undefined
        ? 'There are several owners: name one with --email. Any of them can also invite the other again in the console.'
        : `No owner has the address ${email}.`,
    );
  terminal.log(file);
  terminal.error(
    'The link in it is good once, within a day. It sets address and password; the second factor is set up anew.',
  );
}
