import type pg from 'pg';

interface Scale {
  /** A profile that talks with so many. */
  popular: string;
  conversations: number;
  /** How much was said in the longest of them. */
  longest: number;
}

/** Conversations of a popular profile and of others, and a system message for all, with statistics. */
export async function fillConversations(
  pool: pg.Pool,
  { popular, conversations, longest }: Scale,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set default_statistics_target = 500');
    await client.query(
      `create temp table pair as
      select p.brand_id, gen_random_uuid() as id, p.id as one, other.id as two, row_number() over (order by other.id) as n,
        timestamptz '2026-01-01' + row_number() over (order by other.id) * interval '1 minute' as at
      from profile p join profile other on other.brand_id = p.brand_id and other.id <> p.id and other.status = 'visible'
      where p.id = $1 order by other.id limit $2`,
      [popular, conversations],
    );
    // Others talk with their neighbours in the list.
    await client.query(`insert into pair
      select p.brand_id, gen_random_uuid(), p.two, q.two, p.n + 1000000, p.at from pair p join pair q on q.n = p.n + 1`);
    await client.query(
      `create temp table length as select id, case n when 1 then $1::int else 3 end as last_number from pair`,
      [longest],
    );
    await client.query(`insert into conversation (brand_id, id, low_id, high_id)
      select brand_id, id, least(one, two), greatest(one, two) from pair`);
    await client.query(`insert into message (brand_id, conversation_id, id, number, from_id, body, at)
      select p.brand_id, p.id, gen_random_uuid(), g, case g % 2 when 0 then p.one else p.two end, 'Ciao', p.at
      from pair p join length c on c.id = p.id, generate_series(1, c.last_number) g`);
    await client.query(`insert into inbox (brand_id, owner_id, other_id, conversation_id, pays, last_number, last_at,
        last_mine, preview, unread, delivered_to, read_to)
      select p.brand_id, side.owner, side.other, p.id, side.pays, c.last_number, p.at, not side.pays, 'Ciao',
        case when side.pays and p.n % 50 = 0 then 1 else 0 end, c.last_number - 1, c.last_number - 1
      from pair p join length c on c.id = p.id,
        lateral (values (p.one, p.two, true), (p.two, p.one, false)) as side (owner, other, pays)`);
    await client.query(`insert into system_message (brand_id, id, account_id, sender, notice, html, at)
      select brand_id, gen_random_uuid(), id, '000000', 'benvenuto', '<p>Ciao</p>', timestamptz '2026-01-01' from account`);
    await client.query(`insert into waiting_reply (brand_id, conversation_id, profile_id, kind, since)
      select brand_id, id, two, case n % 2 when 0 then 'staff' else 'ai' end, at from pair`);
    await client.query(`insert into chat_photo (brand_id, id, from_id, to_id, status, width, height, sent)
      select brand_id, gen_random_uuid(), one, two, 'approved', 10, 10, true from pair`);
    await client.query('drop table pair, length');
    await client.query(
      'vacuum (freeze, analyze) conversation, message, inbox, system_message, waiting_reply, chat_photo',
    );
  } finally {
    client.release(true);
  }
}
