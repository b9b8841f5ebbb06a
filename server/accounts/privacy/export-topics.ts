import { listSentPhotos } from '../../messaging/photos/files.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import { listPhotoFiles } from '../../profiles/account-photos.ts';
import { gatherPayments, gatherPlan, gatherReceipts } from './gather-billing.ts';
import { gatherConversations, gatherHouseMessages, gatherMessages } from './gather-chats.ts';
import * as queries from './gather-queries.ts';

/** A part of what we hold about somebody. A domain that holds something adds its own here. */
interface ExportTopic {
  /** The name of its file, and the key of its line in the README. */
  topic: string;
  gather(db: DbOrTx, brandId: string, accountId: string): Promise<unknown>;
  /** Files in the storage that belong to it. */
  listFiles?(db: DbOrTx, brandId: string, accountId: string): Promise<{ name: string; key: string }[]>;
}

export const exportTopics: readonly ExportTopic[] = [
  { topic: 'account', gather: queries.readAccountFacts },
  { topic: 'profile', gather: queries.readProfileFacts },
  { topic: 'photos', gather: gatherPhotos, listFiles: listPhotos },
  { topic: 'settings', gather: queries.readChoices },
  { topic: 'consents', gather: queries.readConsents },
  { topic: 'arrival', gather: queries.readArrival },
  { topic: 'sessions', gather: queries.readSessions },
  { topic: 'passkeys', gather: queries.readPasskeys },
  { topic: 'identities', gather: queries.readIdentities },
  { topic: 'push_devices', gather: queries.readPushDevices },
  { topic: 'credits', gather: gatherCredits },
  { topic: 'plan', gather: gatherPlan },
  { topic: 'payments', gather: gatherPayments },
  { topic: 'receipts', gather: gatherReceipts },
  { topic: 'likes', gather: queries.readVerdicts },
  { topic: 'visits', gather: queries.readVisits },
  { topic: 'conversations', gather: gatherConversations },
  { topic: 'messages', gather: gatherMessages },
  { topic: 'chat_photos', gather: gatherChatPhotos, listFiles: listChatPhotos },
  { topic: 'house_messages', gather: gatherHouseMessages },
  { topic: 'blocks', gather: queries.readBlocks },
  { topic: 'reports', gather: queries.readReports },
  { topic: 'reviews', gather: queries.readReviews },
  { topic: 'events', gather: queries.readEvents },
  { topic: 'mails', gather: queries.readMails },
  { topic: 'exports', gather: queries.readExportFacts },
];

const photoName = (index: number) => `photos/${index + 1}.webp`;

async function gatherPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listPhotoFiles(db, brandId, accountId);
  return photos.map(({ status, refusal, width, height, created_at, key }, index) => ({
    file: key === null ? null : photoName(index),
    status,
    refusal,
    width,
    height,
    created_at,
  }));
}

async function listPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listPhotoFiles(db, brandId, accountId);
  return photos.flatMap(({ key }, index) => (key === null ? [] : [{ name: photoName(index), key }]));
}

const chatPhotoName = (index: number) => `chat_photos/${index + 1}.webp`;

async function gatherChatPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listSentPhotos(db, brandId, accountId);
  return photos.map(({ to_id, status, width, height, created_at }, index) => ({
    file: chatPhotoName(index),
    profile_id: to_id,
    status,
    width,
    height,
    created_at,
  }));
}

async function listChatPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listSentPhotos(db, brandId, accountId);
  return photos.map(({ key }, index) => ({ name: chatPhotoName(index), key }));
}

async function gatherCredits(db: DbOrTx, brandId: string, accountId: string) {
  return {
    balance: await queries.readBalance(db, brandId, accountId),
    entries: await queries.readLedger(db, brandId, accountId),
  };
}
