-- What was uploaded and not sent is only its owner's to look at.
create or replace function chat_photo_case_changed() returns trigger language plpgsql as $$
declare
  owner record;
begin
  if tg_op <> 'DELETE' and new.status = 'pending' and new.sent then
    select id, account_id into owner from profile
    where brand_id = new.brand_id and id = new.from_id and account_id is not null;
    if found then
      perform open_moderation_case(new.brand_id, 'chat_photo', new.id, owner.id,
        owner.account_id, new.created_at, new.created_at);
    end if;
  elsif tg_op <> 'INSERT' then
    perform close_moderation_case(old.brand_id, 'chat_photo', old.id);
  end if;
  return null;
end $$;

create or replace trigger chat_photo_case after insert or delete or update of status, sent on chat_photo for each row
  execute function chat_photo_case_changed();
