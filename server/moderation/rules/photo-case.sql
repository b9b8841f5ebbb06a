-- A photo that waits for a verdict is a case.
create or replace function photo_case_changed() returns trigger language plpgsql as $$
declare
  owner record;
begin
  if tg_op <> 'DELETE' and new.status = 'pending' then
    select id, account_id into owner from profile
    where brand_id = new.brand_id and id = new.profile_id and account_id is not null;
    if found then
      perform open_moderation_case(new.brand_id, 'photo', new.id, owner.id,
        owner.account_id, new.created_at, new.created_at);
    end if;
  elsif tg_op <> 'INSERT' then
    perform close_moderation_case(old.brand_id, 'photo', old.id);
  end if;
  return null;
end $$;

create or replace trigger photo_case after insert or delete or update of status on photo for each row
  execute function photo_case_changed();
