import { chat } from '../../contract/chat/live.ts';
import { creditsLeft } from '../../contract/chat/sending.ts';
import type { Brand } from '../brands/directory.ts';
import type { App } from '../app.ts';
import { ageFrom } from '../profiles/age.ts';
import { smallPhoto } from '../profiles/small-photo.ts';
import { describeMessage } from './describe-message.ts';
import type { MessageRow } from './describe-message.ts';
import { findFace } from './faces.ts';
import type { Face } from './faces.ts';
import type { Outgoing, Stored } from './message-writer.ts';

type Teller = Pick<App, 'config' | 'clock' | 'db' | 'log' | 'origins' | 'realtime'>;

interface Announcement {
  outgoing: Outgoing & { invitation?: boolean };
  stored: Stored;
  /** Where it was sent from, which is answered instead. */
  connection?: string | undefined;
}

/**
 * Tells both sides of a new message: the receiver, as far as he may read it, and the sender's other devices. Whether they
 * hear of it or not, it is stored.
 */
export async function announceMessage(app: Teller, brand: Brand, announcement: Announcement): Promise<void> {
  try {
    // At once, so that what is left is told in the order in which it was spent.
    tellCredits(app, brand, announcement);
    await tellReceiver(app, brand, announcement);
    await tellSender(app, brand, announcement);
  } catch (error) {
    app.log.error({ err: error }, 'a message could not be announced');
  }
}

/** What is left after a charge, also where the message was sent from. */
function tellCredits({ realtime }: Teller, brand: Brand, { stored }: Announcement): void {
  const { accountId, charged, messageCredits, iceBreakerCredits } = stored.from;
  if (accountId === null || !charged) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  realtime.emit(recipients, creditsLeft, { messageCredits, iceBreakerCredits });
}

async function tellReceiver(app: Teller, brand: Brand, { outgoing, stored }: Announcement): Promise<void> {
  const { accountId, blurs, unread } = stored.to;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  if (!app.realtime.mayBeHeard(recipients)) return;
  const sender = await findFace(app, brand.id, outgoing.fromId);
  if (!sender) return;
  const names = { ownName: '', otherName: sender.screenName };
  const sides = { profileId: outgoing.toId, otherId: outgoing.fromId };
  app.realtime.emit(recipients, chat, {
    ...describeMessage(rowOf(outgoing, stored), { ...sides, ...names, ...NOBODY_READ, blurs }),
    ...describeFace(app, brand, sender),
    ...AT_ONCE,
    unread,
  });
}

async function tellSender(
  app: Teller,
  brand: Brand,
  { outgoing, stored, connection }: Announcement,
): Promise<void> {
  const { accountId, unread } = stored.from;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId], except: connection };
  if (!app.realtime.mayBeHeard(recipients)) return;
  const own = await findFace(app, brand.id, outgoing.fromId);
  const receiver = await findFace(app, brand.id, outgoing.toId);
  if (!own || !receiver) return;
  const names = { ownName: own.screenName, otherName: receiver.screenName };
  const sides = { profileId: outgoing.fromId, otherId: outgoing.toId };
  app.realtime.emit(recipients, chat, {
    ...describeMessage(rowOf(outgoing, stored), { ...sides, ...names, ...NOBODY_READ, blurs: false }),
    ...describeFace(app, brand, receiver),
    ...AT_ONCE,
    unread,
  });
}

const NOBODY_READ = { deliveredTo: 0, readTo: 0, ownReadTo: 0 };
const AT_ONCE = { delayed: false, offset: 0 };

function rowOf(outgoing: Announcement['outgoing'], stored: Stored): MessageRow {
  const { number, at, phoneCovered, photo } = stored;
  const { id, fromId, text, readyMade, invitation = false } = outgoing;
  return {
    id,
    number,
    from_id: fromId,
    body: text,
    at,
    ready_made: readyMade,
    invitation,
    phone_covered: phoneCovered,
    photo,
  };
}

function describeFace(app: Teller, brand: Brand, { screenName, kind, birthYear, photo }: Face) {
  const { config, clock, origins } = app;
  const portrait = smallPhoto({ brand, brandId: brand.id, config, origins }, photo);
  return { screenName, kind, age: ageFrom(birthYear, clock), portrait };
}
