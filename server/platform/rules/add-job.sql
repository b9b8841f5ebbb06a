-- Adds a job and answers when it is due. One of the same key that waits is replaced, with all its tries again; one that
-- runs, and may have looked already, gets a successor. With `keeps_time` what was not tried yet keeps its time.
create or replace function add_job(of_task text, with_payload jsonb, of_pool text default 'general', of_key text default null,
  at_most_tries integer default 12, due_at timestamptz default null, of_priority integer default 0, of_line text default null,
  keeps_time boolean default false) returns timestamptz language sql as $$
  insert into job as known (task, payload, pool, key, max_tries, work_at, priority, line)
  values (of_task, with_payload, of_pool, of_key, at_most_tries, coalesce(due_at, now()), of_priority, of_line)
  on conflict (key) where work_lease is null do update
  set task = excluded.task, payload = excluded.payload, pool = excluded.pool, max_tries = excluded.max_tries,
    priority = excluded.priority, line = excluded.line, work_tries = 0, work_error = null, work_failed_at = null,
    work_at = case when keeps_time and known.work_tries = 0 then coalesce(known.work_at, excluded.work_at)
      else excluded.work_at end
  returning work_at
$$;
