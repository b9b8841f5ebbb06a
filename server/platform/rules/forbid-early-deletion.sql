-- What must be kept cannot be deleted before its time: an interval and the column from which it runs. The jobs that
-- delete it wait longer (server/retention/retention.ts).
create or replace function forbid_early_deletion() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) ->> tg_argv[1])::timestamptz > now() - tg_argv[0]::interval then
    raise exception '% rows never change', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
