-- Counts unless it would become too many. Answers with 1 or 0 and with what counts now.
create or replace function take_limit(of_key bytea, first bigint, slice bigint, points integer, most integer, lives_for bigint)
  returns bigint[] language plpgsql as $$
declare
  known bigint[];
  kept bigint[] := '{}';
  total bigint := 0;
  taken bigint := 0;
  until timestamptz := now() + lives_for * interval '1 millisecond';
begin
  select log into known from rate_limit where key = of_key for update;
  if not found then
    insert into rate_limit (key, log, expires_at) values (of_key, '{}', until) on conflict (key) do nothing;
    select log into known from rate_limit where key = of_key for update;
  end if;
  for at in 1 .. coalesce(cardinality(known), 0) by 2 loop
    continue when known[at] < first or known[at] > 2 * slice - first;
    kept := kept || known[at:at + 1];
    total := total + known[at + 1];
  end loop;
  if greatest(total, 0) + points <= most then
    taken := 1;
    if points <> 0 then
      if kept[cardinality(kept) - 1] = slice then
        kept[cardinality(kept)] := kept[cardinality(kept)] + points;
      else
        kept := kept || array[slice, points];
      end if;
    end if;
  end if;
  update rate_limit set log = kept, expires_at = greatest(expires_at, until) where key = of_key;
  return taken || kept;
end $$;
