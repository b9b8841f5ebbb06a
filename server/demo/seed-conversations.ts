import { saveSystemMessage, welcomeMember } from '../messaging/system-messages.ts';
import { chatPhotoKey } from '../messaging/photos/files.ts';
import type { App } from '../app.ts';
import { DAY, MINUTE } from '../platform/clock.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { trialAccounts } from './accounts.ts';
import type { DemoBrand } from './brand.ts';
import { drawView } from './chat-photo.ts';
import {
  chatPhotoId,
  conversationRow,
  inboxRows,
  likeRows,
  messageRows,
  waitingRows,
} from './conversation-rows.ts';
import { conversationWordsOf, demoConversations } from './conversations.ts';
import type { DemoConversation } from './conversations.ts';
import {
  insertChatPhotos,
  insertConversations,
  insertInboxes,
  insertLikes,
  insertMessages,
  insertWaiting,
  readTalkers,
  recordCompletedStep,
} from './queries.ts';
import type { CompletedStep } from './queries.ts';

type View = Awaited<ReturnType<typeof drawView>>;

/** What the trial accounts have talked about so far, and a message of the system sender about that. */
export async function seedConversations(app: App, brand: DemoBrand, completed: CompletedStep): Promise<void> {
  const { db, clock, storage } = app;
  const view = await drawView(brand);
  await transact(db, async (tx) => {
    const people = await readTalkers(tx, brand.id);
    const there = new Set(people.map(({ id }) => id));
    const trials = trialAccounts(brand).filter(({ profileId }) => there.has(profileId));
    const all = demoConversations(brand.country, trials, people, clock.now());
    for (const { photoId } of all.flatMap(photosOf))
      await storage.put(chatPhotoKey(brand.id, photoId), view.data, 'image/webp');
    await insertAll(tx, brand.id, all, view);
    for (const { accountId } of trials) await greet(app, tx, brand, accountId);
    await recordCompletedStep(tx, completed);
  });
}

/** A conversation that is there already may have gone on since, and stays as it is. */
async function insertAll(
  tx: Tx,
  brandId: string,
  all: readonly DemoConversation[],
  { width, height, thumbhash }: View,
): Promise<void> {
  const added = await insertConversations(
    tx,
    all.map((each) => conversationRow(brandId, each)),
  );
  const fresh = all.filter(({ id }) => added.has(id));
  const photos = fresh.flatMap((each) =>
    photosOf(each).map(({ photoId, at }) => ({
      brand_id: brandId,
      id: photoId,
      from_id: each.other.id,
      to_id: each.trial.profileId,
      status: 'approved' as const,
      width,
      height,
      thumbhash,
      sent: true,
      created_at: at,
    })),
  );
  await insertChatPhotos(tx, photos);
  await insertInboxes(
    tx,
    fresh.flatMap((each) => inboxRows(brandId, each)),
  );
  await insertMessages(
    tx,
    fresh.flatMap((each) => messageRows(brandId, each)),
  );
  await insertWaiting(
    tx,
    fresh.flatMap((each) => waitingRows(brandId, each)),
  );
  await insertLikes(
    tx,
    fresh.flatMap((each) => likeRows(brandId, each)),
  );
}

function photosOf({ messages }: DemoConversation) {
  return messages
    .filter(({ hasPhoto }) => hasPhoto)
    .map((message) => ({ photoId: chatPhotoId(message), at: message.at }));
}

/** Longer ago than all conversations. */
const GREETED_AGO = 5 * DAY;

/** The welcome that everybody gets, and that all of this is for show. */
async function greet(
  { brands, clock }: App,
  tx: Tx,
  { id: brandId, country }: DemoBrand,
  accountId: string,
): Promise<void> {
  const brand = brands.byId(brandId);
  if (!brand) return;
  const at = new Date(clock.now().getTime() - GREETED_AGO);
  await welcomeMember({ brand, brandId, language: country, clock: { now: () => at } }, tx, accountId);
  const html = `<p>${conversationWordsOf[country].notice}</p>`;
  const later = new Date(at.getTime() + MINUTE);
  await saveSystemMessage(tx, { brandId, accountId, from: '000000', notice: 'demo', html, at: later });
}
