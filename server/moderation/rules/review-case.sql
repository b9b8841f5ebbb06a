-- A review that waits for a verdict is a case.
create or replace function review_case_changed() returns trigger language plpgsql as $$
declare
  owner record;
begin
  if tg_op <> 'DELETE' and new.status = 'pending' then
    select id, account_id into owner from profile
    where brand_id = new.brand_id and account_id = new.account_id and account_id is not null;
    if found then
      perform open_moderation_case(new.brand_id, 'review', new.id, owner.id,
        owner.account_id, new.written_at, new.written_at);
    end if;
  elsif tg_op <> 'INSERT' then
    perform close_moderation_case(old.brand_id, 'review', old.id);
  end if;
  return null;
end $$;

create or replace trigger review_case after insert or delete or update of status, written_at on review for each row
  execute function review_case_changed();
