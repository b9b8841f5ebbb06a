-- When others could see a profile, or could see it again.
create or replace function record_visible_since() returns trigger language plpgsql as $$
begin
  new.visible_since := clock_timestamp();
  return new;
end $$;

create or replace trigger profile_shown before insert on profile for each row
  when (new.status = 'visible' and new.visible_since is null) execute function record_visible_since();

create or replace trigger profile_shown_again before update on profile for each row
  when (new.status = 'visible' and old.status <> 'visible') execute function record_visible_since();
