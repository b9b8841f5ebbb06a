-- Counts unless it would become too many; fewer than no points take back the newest. Answers with 1 or 0, then with the log.
create or replace function take_limit(of_key bytea, at bigint, length bigint, slice bigint, points integer, most integer)
  returns bigint[] language plpgsql as $$
declare
  known bigint[];
  kept bigint[] := '{}';
  total bigint := 0;
  back bigint := greatest(0, -points);
  rest bigint;
  taken boolean;
begin
  insert into rate_limit (key, log, expires_at) values (of_key, '{}', now() + length * interval '1 millisecond')
    on conflict (key) do update set expires_at = excluded.expires_at returning log into known;
  for n in 1 .. cardinality(known) by 2 loop
    continue when abs(at - known[n]) >= length;
    rest := greatest(0, known[n + 1] - back);
    back := greatest(0, back - known[n + 1]);
    continue when rest = 0;
    kept := kept || known[n] || rest;
    total := total + rest;
  end loop;
  taken := case when points < 0 then back + points < 0 else total + points <= most end;
  if points > 0 and taken then
    at := greatest(at, kept[1]);
    if kept[1] / slice is distinct from at / slice then kept := array[at, 0] || kept; end if;
    kept := array[at, points + kept[2]] || kept[3:];
  end if;
  update rate_limit set log = kept where key = of_key;
  return taken::integer::bigint || kept;
end $$;
