-- Who accepts the terms comes into the queues, and who leaves goes out of them.
create or replace function sync_cases_of_account() returns trigger language plpgsql as $$
declare
  is_ready boolean := new.accepted_at is not null and new.status = 'active';
  changed record;
begin
  for changed in update moderation_case set ready = is_ready
    where brand_id = new.brand_id and account_id = new.id and ready <> is_ready returning brand_id, kind, id
  loop
    if is_ready then
      perform announce_moderation_case(changed.brand_id, changed.kind, changed.id);
    end if;
  end loop;
  return null;
end $$;

create or replace trigger account_in_use after update of accepted_at, status on account for each row
  when ((old.accepted_at is null, old.status) is distinct from (new.accepted_at is null, new.status))
  execute function sync_cases_of_account();
