import { createHash } from 'node:crypto';
import type { App } from '../../app.ts';
import { readScene } from './queries.ts';
import type { Conversation } from './queries.ts';

/** So much is looked at for what waits, and so much a model is told. */
const LOOKED_AT = 50;

export type Scene = NonNullable<Awaited<ReturnType<typeof readConversation>>>;

/** The id of the answer to a message: whoever answers it twice sends the same message, which is stored once. */
export function answerId(conversationId: string, number: number): string {
  const bytes = createHash('sha256').update(`companion ${conversationId} ${number}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Who talks there, what was said, and what of it nobody has answered. */
export async function readConversation({ db }: Pick<App, 'db'>, conversation: Conversation) {
  const row = await readScene(db, conversation, LOOKED_AT);
  if (!row) return undefined;
  const { profile_id: profileId, member_id: memberId } = row;
  const said = row.said.map((each) => ({ ...each, own: each.fromId === profileId }));
  const theirs = said.filter(({ own }) => !own);
  // A message that came while its forerunner was being answered stands before that answer, and still waits.
  const answers = new Map(
    theirs.map(({ number }) => [answerId(conversation.conversationId, number), number]),
  );
  const answeredTo = said
    .filter(({ own }) => own)
    .reduce((most, { id, number }) => Math.max(most, answers.get(id) ?? number), 0);
  return {
    ...conversation,
    profileId,
    memberId,
    accountId: row.account_id,
    language: row.language,
    persona: { screenName: row.screen_name, about: row.about, description: row.description },
    birthYear: row.birth_year,
    face: row.face,
    closed: row.closed,
    stop: row.stop_reason && { reason: row.stop_reason, helpedAt: row.helped_at },
    said,
    lastNumber: said.at(-1)?.number ?? 0,
    waiting: theirs.filter(({ number }) => number > answeredTo),
  };
}
