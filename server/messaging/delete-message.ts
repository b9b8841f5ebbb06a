import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { readUuid } from '../platform/ids.ts';
import { coverPhones } from './cover-phones.ts';
import { findSystemSender } from './system-sender.ts';
import { setSystemMessageHidden } from './system-queries.ts';
import { lockInbox, readNewest, setHidden, setShown } from './inbox-queries.ts';
import type { NewestRow } from './inbox-queries.ts';
import { previewOf } from './preview.ts';
import { tellOwnDevices } from './tell-own-devices.ts';

interface Which {
  profileId: string;
  id: string;
}

const done = { result: 'OK' } as const;

/** The caller no longer sees a message. The other one still does. */
export async function deleteMessage(context: MemberContext, which: Which): Promise<typeof done> {
  await hide(context, which, true);
  return done;
}

export async function restoreMessage(context: MemberContext, which: Which): Promise<typeof done> {
  await hide(context, which, false);
  return done;
}

async function hide(context: MemberContext, which: Which, hidden: boolean): Promise<void> {
  const { db, brandId, accountId, profileId } = context;
  const id = which.id.toLowerCase();
  const system = findSystemSender(which.profileId);
  if (system) {
    const isThere = await setSystemMessageHidden(db, { brandId, accountId, sender: system }, { id, hidden });
    if (!isThere) fail('request.not_found');
    return tellOwnDevices(context, system);
  }
  const otherId = readUuid(which.profileId) ?? fail('request.not_found');
  const side = { brandId, profileId, otherId };
  await transact(db, async (tx, afterCommit) => {
    // Whoever writes waits, so that what the list shows is the newest of all.
    const inbox = (await lockInbox(tx, side)) ?? fail('request.not_found');
    if (!(await setHidden(tx, side, inbox, { id, hidden }))) fail('request.not_found');
    const { newest, unread } = await readNewest(tx, side, inbox);
    await setShown(tx, side, { unread, ...shownOf(newest) });
    afterCommit(() => tellOwnDevices(context, otherId));
  });
}

/** Where nothing is left to be seen the row stays at its place, and says nothing. */
function shownOf(newest: NewestRow | undefined) {
  if (!newest) return { preview: '', last_photo: false };
  const { mine, body, at, phone_covered, has_photo } = newest;
  return {
    preview: previewOf(phone_covered && !mine ? coverPhones(body) : body),
    last_photo: has_photo,
    last_mine: mine,
    last_at: at,
  };
}
