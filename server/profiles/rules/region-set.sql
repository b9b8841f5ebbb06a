-- Sessions that nodes remember say whether their owner has a region.
create or replace function notify_region_set() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', new.account_id::text);
  return null;
end $$;

create or replace trigger profile_region_set after update on profile for each row
  when (new.account_id is not null and (old.region is null) <> (new.region is null))
  execute function notify_region_set();
