import { likeTakenBack, liked } from '#contract/discovery/deck.ts';
import type { News } from '#contract/discovery/deck.ts';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { AtBrand } from '#server/brands/photo-address.ts';
import { queueNotification } from '#server/notifications/queue.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';
import type { Pair, Participant } from './pair.ts';

interface Notice {
  type: News['type'];
  text: string;
  what: LikedThing | null;
  matched: boolean;
  at: Date;
}

/**
 * Notifies a member of a like or a visit, as far as they want to know. They are not notified of a person whose page they could not
 * open: what the invisible do waits in their list until they can be seen.
 */
export function notifyOther(context: AtBrand, { from, to }: Pair, notice: Notice): void {
  const wanted = notice.type === 'visit' ? to.notifyVisits : to.notifyLikes;
  if (from.visible && wanted) emit(context, { to, about: from, likeCredits: to.likeCredits, notice });
}

/** A member who is not here is notified of it in another way. Profiles of ours need not be. */
export async function queueReaction(
  tx: Tx,
  { from, to }: Pair,
  { brandId, kind, at }: { brandId: string; kind: 'like' | 'visit'; at: Date },
): Promise<void> {
  const { accountId } = to;
  if (accountId !== null) await queueNotification(tx, { brandId, accountId, kind, subjectId: from.id, at });
}

/** Notifies the devices of the member who likes, also the one in use. */
export function notifyOwn(context: AtBrand, { from, to }: Pair, likeCredits: number, notice: Notice): void {
  emit(context, { to: from, about: to, likeCredits, notice });
}

/** The same of a like that was taken back. The other one finds it gone, and is not notified. */
export function notifyTakenBack({ app, brandId }: AtBrand, { from, to }: Pair, likeCredits: number): void {
  if (from.accountId === null) return;
  const payload = { likeCredits, profileId: to.id };
  app.realtime.emit({ brandId, accountIds: [from.accountId] }, likeTakenBack, payload);
}

interface Message {
  to: Participant;
  about: Participant;
  likeCredits: number;
  notice: Notice;
}

function emit(context: AtBrand, { to, about, likeCredits, notice }: Message): void {
  if (to.accountId === null) return;
  const {
    app: { realtime, clock },
    brandId,
  } = context;
  realtime.emit({ brandId, accountIds: [to.accountId] }, liked, {
    likeCredits,
    news: {
      ...notice,
      at: notice.at.getTime(),
      profileId: about.id,
      screenName: about.screenName,
      age: ageFrom(about.birthYear, clock),
      kind: about.kind,
      photo: smallPhoto(context, about.photo),
    },
  });
}
