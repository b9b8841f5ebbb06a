import { conversationChanged } from '../../contract/chat.ts';
import type { InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { fail } from '../../contract/errors.ts';
import type {
  judgeChatPhoto as judgeEndpoint,
  listChatPhotos as listEndpoint,
} from '../../contract/staff-chat.ts';
import type { StaffContext } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { transact } from '../core/database.ts';
import { requireModerator } from '../staff/require-moderator.ts';
import { readPendingPhotos, setVerdict } from './queries.ts';
import { readMark, writeMark } from '../staff/page-mark.ts';
import { atBrand, atBrandOf, describeSide } from '../staff/side.ts';

const PAGE = 50;

/** Photos of messages that nobody has looked at yet. */
export async function listChatPhotos(
  context: StaffContext,
  { after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  requireModerator(context);
  const rows = await readPendingPhotos(context.db, readMark(after), PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    photos: shown.map(({ brand_id, id, from, created_at, width, height }) => {
      const inside = atBrandOf(context, brand_id);
      const at = created_at.getTime();
      return { brand: inside.brand.key, id, from: describeSide(inside, from), at, width, height };
    }),
    next: last ? writeMark({ at: last.created_at, id: last.id }) : null,
  };
}

/** Lets the other one see a photo, or not. A verdict can be changed; the same again changes nothing. */
export async function judgeChatPhoto(
  context: StaffContext,
  { brand, id: photoId, approved }: InputOf<typeof judgeEndpoint>,
): Promise<ReplyOf<typeof judgeEndpoint>> {
  requireModerator(context);
  const { db, brandId, staffId, ip, realtime } = atBrand(context, brand);
  const status = approved ? 'approved' : 'rejected';
  await transact(db, async (tx, afterCommit) => {
    const photo = (await setVerdict(tx, { brandId, photoId, status })) ?? fail('request.not_found');
    if (photo.before === status) return;
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: `chat_photo.${status}`,
      subject: photoId,
      ip,
    });
    const tell = (accountId: string | null, profileId: string) =>
      realtime.emit({ brandId, accountIds: accountId === null ? [] : [accountId] }, conversationChanged, {
        profileId,
      });
    afterCommit(() => {
      tell(photo.fromAccountId, photo.toId);
      tell(photo.toAccountId, photo.fromId);
    });
  });
  return { ok: true };
}
