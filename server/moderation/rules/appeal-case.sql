-- A suspended member can appeal all the same.
create or replace function appeal_case_changed() returns trigger language plpgsql as $$
declare
  owner record;
begin
  if tg_op <> 'DELETE' and new.status = 'open' then
    select id, account_id into owner from profile
    where brand_id = new.brand_id and account_id = new.account_id and account_id is not null;
    if found then
      perform open_moderation_case(new.brand_id, 'appeal', new.id, owner.id,
        null, new.created_at, new.created_at);
    end if;
  elsif tg_op <> 'INSERT' then
    perform close_moderation_case(old.brand_id, 'appeal', old.id);
  end if;
  return null;
end $$;

create or replace trigger appeal_case after insert or delete or update of status on appeal for each row
  execute function appeal_case_changed();
