import { previewOf } from '../messaging/describe-message.ts';
import type { DemoConversation, DemoMessage } from './conversations.ts';
import { demoId } from './ids.ts';

/** The photo of a message, where it has one. */
export function chatPhotoId({ id }: DemoMessage): string {
  return demoId(`${id} photo`);
}

export function conversationRow(brandId: string, { id, trial, other, messages }: DemoConversation) {
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
export function inboxRows(brandId: string, conversation: DemoConversation) {
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

export function messageRows(brandId: string, conversation: DemoConversation) {
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
export function waitingRows(brandId: string, { id, other, messages, unreadByOther }: DemoConversation) {
  const since = messages.at(-unreadByOther)?.at;
  if (other.kind !== 'staff' || unreadByOther === 0 || !since) return [];
  return [{ brand_id: brandId, conversation_id: id, profile_id: other.id, kind: 'staff' as const, since }];
}

/** An invitation goes with a like. */
export function likeRows(brandId: string, { trial, other, messages, invitation }: DemoConversation) {
  const at = messages[0]?.at;
  if (!invitation || !at) return [];
  return [{ brand_id: brandId, from_id: trial.profileId, to_id: other.id, kind: 'like' as const, at }];
}
