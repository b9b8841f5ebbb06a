import { sql } from 'kysely';
import type { Language } from '#contract/kernel/constants.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';

/** So many of the last messages are compared, searched for signs and sent to a model. */
const LOOKED_AT = 50;

interface SaidRow {
  id: string;
  number: number;
  fromId: string;
  text: string;
  hasPhoto: boolean;
  phoneCovered: boolean;
}

interface ThreadRow {
  profile: { id: string; screenName: string; about: string; description: string };
  member: { id: string; screenName: string; city: string | null; birthYear: number | null };
  account_id: string;
  language: Language;
  closed: boolean;
  liked: boolean;
  visited_at: Date | null;
  said: SaidRow[];
}

export type Thread = NonNullable<Awaited<ReturnType<typeof readThread>>>;

/** A conversation of the staff's as a host needs it to write there: who they are, and what was said last. */
export async function readThread(db: DbOrTx, { brandId, id }: ConversationKey) {
  const { rows } = await sql<ThreadRow>`
    select json_build_object('id', p.id, 'screenName', p.screen_name, 'about', p.about, 'description', p.description)
        as profile,
      json_build_object('id', m.id, 'screenName', m.screen_name, 'city', m.city, 'birthYear', m.birth_year) as member,
      a.id as account_id, a.language,
      not is_answerable(c.brand_id, p.id, m.id, had_last_word(c.brand_id, m.id, p.id)) as closed,
      exists (select from reaction r where r.brand_id = c.brand_id and r.from_id = p.id and r.to_id = m.id
        and r.kind = 'like') as liked,
      (select r.at from reaction r where r.brand_id = c.brand_id and r.from_id = p.id and r.to_id = m.id
        and r.kind = 'visit') as visited_at,
      coalesce((select json_agg(json_build_object('id', x.id, 'number', x.number, 'fromId', x.from_id, 'text', x.body,
          'hasPhoto', x.photo_id is not null, 'phoneCovered', phone_covered(x.has_phone, x.brand_id, x.from_id)) order by x.number)
        from (select * from message g where g.brand_id = c.brand_id and g.conversation_id = c.id
            and (g.body <> '' or g.photo_id is not null)
          order by g.number desc limit ${LOOKED_AT}::int) as x), '[]') as said
    from conversation c
    join profile p on p.brand_id = c.brand_id and p.id in (c.low_id, c.high_id) and p.kind = 'staff'
    join profile m on m.brand_id = c.brand_id and m.id in (c.low_id, c.high_id) and m.kind = 'member'
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    where c.brand_id = ${brandId}::uuid and c.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const said = row.said.map(({ fromId, phoneCovered, text, ...each }) => {
    const own = fromId === row.profile.id;
    return { ...each, own, text: phoneCovered && !own ? coverPhones(text) : text };
  });
  const lastOwn = said.findLast(({ own }) => own)?.number ?? 0;
  return {
    profile: row.profile,
    member: row.member,
    accountId: row.account_id,
    language: row.language,
    closed: row.closed,
    liked: row.liked,
    visitedAt: row.visited_at,
    said,
    lastNumber: said.at(-1)?.number ?? 0,
    /** What the member wrote since the profile last did. */
    unanswered: said.filter(({ number }) => number > lastOwn),
  };
}
