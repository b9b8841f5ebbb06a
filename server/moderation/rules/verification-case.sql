-- A verification that waits for a verdict is a case.
create or replace function verification_case_changed() returns trigger language plpgsql as $$
declare
  owner record;
begin
  if tg_op <> 'DELETE' and new.status = 'waiting' then
    select id, account_id into owner from profile
    where brand_id = new.brand_id and account_id = new.account_id and account_id is not null;
    if found then
      perform open_moderation_case(new.brand_id, 'verification', new.id, owner.id,
        owner.account_id, new.submitted_at, new.submitted_at);
    end if;
  elsif tg_op <> 'INSERT' then
    perform close_moderation_case(old.brand_id, 'verification', old.id);
  end if;
  return null;
end $$;

create or replace trigger verification_case after insert or delete or update of status on photo_verification for each row
  execute function verification_case_changed();
