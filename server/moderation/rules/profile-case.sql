-- Words of newcomers wait in the profile, those of others beside it.
create or replace function sync_profile_case(of_brand uuid, of_profile uuid) returns void language plpgsql as $$
declare
  waiting record;
begin
  select p.account_id, coalesce(c.submitted_at, p.submitted_at) as at into waiting
  from profile p
  left join profile_change c on c.brand_id = p.brand_id and c.profile_id = p.id and c.status = 'pending'
  where p.brand_id = of_brand and p.id = of_profile and p.kind = 'member'
    and (c.profile_id is not null or p.status = 'pending' and p.moderated_at is null);
  if found then
    perform open_moderation_case(of_brand, 'profile', of_profile, of_profile, waiting.account_id, waiting.at, waiting.at);
  else
    perform close_moderation_case(of_brand, 'profile', of_profile);
  end if;
end $$;

create or replace function profile_case_changed() returns trigger language plpgsql as $$
begin
  perform sync_profile_case(new.brand_id, new.id);
  return null;
end $$;

create or replace trigger profile_submitted after insert on profile for each row
  when (new.kind = 'member' and new.status = 'pending') execute function profile_case_changed();

create or replace trigger profile_moderated after update of status, moderated_at, submitted_at on profile for each row
  when (new.kind = 'member' and (old.status = 'pending', old.moderated_at is null, old.submitted_at)
    is distinct from (new.status = 'pending', new.moderated_at is null, new.submitted_at))
  execute function profile_case_changed();

create or replace function profile_change_case_changed() returns trigger language plpgsql as $$
declare
  changed profile_change := coalesce(new, old);
begin
  perform sync_profile_case(changed.brand_id, changed.profile_id);
  return null;
end $$;

create or replace trigger profile_change_case after insert or update or delete on profile_change for each row
  execute function profile_change_case_changed();
