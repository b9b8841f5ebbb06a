import sharp from 'sharp';
import type { App } from '#server/app.ts';
import { recordAnswered } from '#server/hosts/claims.ts';
import { previewOf } from '#server/messaging/describe-message.ts';
import { chatPhotoKey } from '#server/messaging/photos/files.ts';
import { saveSystemMessage, welcomeMember } from '#server/messaging/system-messages.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { makeSinglePhoto } from '#server/profiles/make-photo.ts';
import { trialAccounts } from './accounts.ts';
import { demoId } from './brand.ts';
import type { DemoBrand } from './brand.ts';
import { demoConversations } from './conversations.ts';
import type { DemoConversation, DemoMessage } from './conversations.ts';
import { gardenLandscapes } from './portraits/garden-landscapes.ts';
import { frame } from './portraits/scene.ts';
import { seeded } from './portraits/seeded.ts';
import { terraceViews } from './portraits/terrace-views.ts';
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
import { wordsOf } from './words.ts';

type View = Awaited<ReturnType<typeof drawView>>;

/** What the trial accounts have talked about so far, and a message of the system sender about that. */
export async function seedConversations(app: App, brand: DemoBrand, completed: CompletedStep): Promise<void> {
  const { db, clock, storage } = app;
  const view = await drawView(brand);
  await transact(db, async (tx) => {
    const people = await readTalkers(tx, brand.id);
    const known = new Set(people.map(({ id }) => id));
    const trials = trialAccounts(brand).filter(({ profileId }) => known.has(profileId));
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
  for (const { id } of fresh) await recordAnswered(tx, { brandId, id });
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

/** The welcome that every member gets, and that all of this is for show. */
async function greet(
  { brands, clock }: App,
  tx: Tx,
  { id: brandId, country }: DemoBrand,
  accountId: string,
): Promise<void> {
  const brand = brands.byId(brandId);
  if (!brand) return;
  const at = new Date(clock.now().getTime() - GREETED_AGO);
  await welcomeMember(tx, { brand, language: country, accountId, at });
  const html = `<p>${wordsOf[country].conversations.notice}</p>`;
  const later = new Date(at.getTime() + MINUTE);
  await saveSystemMessage(tx, { brandId, accountId, from: '000000', notice: 'demo', html, at: later });
}

/** The photo of a message, where it has one. */
function chatPhotoId({ id }: DemoMessage): string {
  return demoId(`${id} photo`);
}

function conversationRow(brandId: string, { id, trial, other, messages }: DemoConversation) {
  const [low_id = '', high_id = ''] = [trial.profileId, other.id].sort();
  return {
    brand_id: brandId,
    id,
    low_id,
    high_id,
    ...(messages[0] && { created_at: messages[0].at }),
  };
}

/** A row for either participant, with all that a list shows. */
function inboxRows(brandId: string, conversation: DemoConversation) {
  const { id, trial, other, messages, pays, unread, unreadByOther } = conversation;
  const last = messages.at(-1);
  if (!last) return [];
  const rowOf = (isTrial: boolean, unreadHere: number) => ({
    brand_id: brandId,
    owner_id: isTrial ? trial.profileId : other.id,
    other_id: isTrial ? other.id : trial.profileId,
    conversation_id: id,
    pays: isTrial ? pays : !pays,
    last_number: messages.length,
    last_at: last.at,
    last_mine: last.own === isTrial,
    last_photo: last.hasPhoto,
    preview: previewOf(last.text),
    unread: unreadHere,
    delivered_to: messages.length - unreadHere,
    read_to: messages.length - unreadHere,
  });
  return [rowOf(true, unread), rowOf(false, unreadByOther)];
}

function messageRows(brandId: string, conversation: DemoConversation) {
  const { id, trial, other, messages, invitation } = conversation;
  return messages.map((message, index) => ({
    brand_id: brandId,
    conversation_id: id,
    id: message.id,
    number: index + 1,
    from_id: message.own ? trial.profileId : other.id,
    body: message.text,
    at: message.at,
    photo_id: message.hasPhoto ? chatPhotoId(message) : null,
    invitation,
    written_by: message.own || other.kind === 'member' ? null : 'demo',
  }));
}

/** A host has something to answer. */
function waitingRows(brandId: string, { id, other, messages, unreadByOther }: DemoConversation) {
  const since = messages.at(-unreadByOther)?.at;
  if (other.kind !== 'staff' || unreadByOther === 0 || !since) return [];
  return [{ brand_id: brandId, conversation_id: id, profile_id: other.id, kind: 'staff' as const, since }];
}

/** An invitation goes with a like. */
function likeRows(brandId: string, { trial, other, messages, invitation }: DemoConversation) {
  const at = messages[0]?.at;
  if (!invitation || !at) return [];
  return [{ brand_id: brandId, from_id: trial.profileId, to_id: other.id, kind: 'like' as const, at }];
}

const views = { garden: gardenLandscapes.lake, terrace: terraceViews.seaside };

/** A place that one person of the demo shows to another, drawn like everything here. */
async function drawView({ key, style }: DemoBrand) {
  const { back, front } = views[style](seeded(`${key} view`));
  const { width, height } = frame;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${back}${front}</svg>`;
  const png = await sharp(Buffer.from(svg)).resize({ width: 720 }).png({ compressionLevel: 1 }).toBuffer();
  return makeSinglePhoto(png, 'image/png');
}
