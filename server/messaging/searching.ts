import { sql } from 'kysely';
import type { FoundMessage, searchConversation as endpoint } from '#contract/chat/searching.ts';
import { FOUND_MESSAGES_MOST, QUOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { foldLetters } from '#contract/kernel/text.ts';
import type { MemberContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';
import type { Owner } from './conversation-list.sql.ts';
import { previewOf } from './describe-message.ts';

/** So many of the last messages are looked through. */
const LOOKED_THROUGH = 5_000;
/** So much stands before the words that were found. */
const LETTERS_BEFORE = 30;

/** Finds words in a conversation, among those that the member may read: neither withheld ones nor covered numbers. */
export async function searchConversation(
  context: MemberContext,
  { profileId, words }: Omit<InputOf<typeof endpoint>, 'trackerId'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brandId, accountId } = context;
  await app.limits.hit('conversationSearchAccount', `${brandId}:${accountId}`);
  const otherId = readUuid(profileId) ?? fail('request.not_found');
  const wanted = foldLetters(words);
  const rows = await readMatches(app.db, context, otherId, wanted);
  const found = rows.flatMap((row): FoundMessage[] => {
    const seen = (row.covered ? coverPhones(row.body) : row.body).normalize('NFC');
    const at = foldLetters(seen).indexOf(wanted);
    if (at < 0) return [];
    const text = previewOf(seen.slice(startOf(seen, at)), QUOTE_MAX_LETTERS);
    return [{ number: row.number, own: row.own, text, at: row.at.getTime() }];
  });
  return { found };
}

/** A few words before, and no word or sign cut in half. */
function startOf(text: string, at: number): number {
  if (at <= LETTERS_BEFORE) return 0;
  const space = text.indexOf(' ', at - LETTERS_BEFORE);
  return space < 0 || space > at ? at : space + 1;
}

interface Match {
  number: number;
  own: boolean;
  body: string;
  at: Date;
  /** Its telephone numbers are covered from the reader, who must not find it by them. */
  covered: boolean;
}

/** The database folds as above; what it lets through beyond that is looked at again. */
async function readMatches(
  db: DbOrTx,
  { brandId, profileId, accountId }: Owner,
  otherId: string,
  wanted: string,
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select m.number, m.own, m.body, m.at, not m.own and m.phone_covered as covered from (
      select m.number, m.from_id = i.owner_id as own, m.body, m.at, phone_covered(m.has_phone, m.brand_id, m.from_id)
      from account a
      join inbox i on i.brand_id = a.brand_id and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      join message m on m.brand_id = i.brand_id and m.conversation_id = i.conversation_id
      where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid and m.number > i.cleared_to
        and m.number > i.last_number - ${sql.lit(LOOKED_THROUGH)}
        and not case when m.from_id = i.owner_id then m.hidden_from_sender else m.hidden_from_receiver end
        and (m.from_id = i.owner_id or m.free or not words_withheld(i.pays, a.replies_blurred))
    ) as m
    where strpos(regexp_replace(normalize(lower(m.body), nfd), ${'[\u0300-\u036f]'}, '', 'g'),
      regexp_replace(normalize(lower(${wanted}::text), nfd), ${'[\u0300-\u036f]'}, '', 'g')) > 0
    order by m.number desc limit ${sql.lit(FOUND_MESSAGES_MOST)}`.execute(db);
  return rows;
}
