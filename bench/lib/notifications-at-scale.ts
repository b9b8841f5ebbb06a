import type pg from 'pg';

/**
 * Every member was liked by a profile of ours a minute ago, and chose to be notified at once, by mail. Answers how
 * many.
 */
export async function fillNotifications(pool: pg.Pool, brandId: string, most: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('delete from notification');
    await client.query('begin');
    await client.query(
      'create temp table liked on commit drop as select p.id, p.account_id, ours.id as from_id, ' +
        `now() - interval '1 minute' as at from (select id from profile where brand_id = $1 and kind = 'staff'
        and status = 'visible' order by id limit 1) as ours,
      profile p where p.brand_id = $1 and p.kind = 'member' limit $2`,
      [brandId, most],
    );
    const statements = [
      `update account set email_confirmed_at = now() where email_confirmed_at is null and brand_id = $1`,
      `insert into reaction (brand_id, from_id, to_id, kind, at) select $1, from_id, id, 'like', at from liked
        on conflict (brand_id, from_id, to_id, kind) do update set at = excluded.at, read_at = null`,
      `insert into notification_settings (brand_id, account_id, pace, quiet_from, quiet_to)
        select $1, account_id, '{"like": "at_once"}', 0, 0 from liked on conflict do nothing`,
      `insert into notification (brand_id, id, account_id, kind, subject_id, work_at, created_at)
        select $1, gen_random_uuid(), account_id, 'like', from_id, at, at from liked`,
    ];
    for (const statement of statements) await client.query(statement, [brandId]);
    await client.query('commit');
    await client.query('vacuum (analyze)');
    const { rows } = await client.query<{ pending: string }>('select count(*) as pending from notification');
    return Number(rows[0]?.pending);
  } finally {
    client.release(true);
  }
}
