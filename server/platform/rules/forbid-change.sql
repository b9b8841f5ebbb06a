-- For tables whose rows are never rewritten.
create or replace function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows never change', tg_table_name using errcode = 'restrict_violation';
end $$;
