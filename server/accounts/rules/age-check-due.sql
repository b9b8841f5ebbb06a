-- Whether a member must still show their age, because their flow asks for it.
create or replace function set_age_check_due() returns trigger language plpgsql as $$
begin
  new.age_check_due := new.age_verified_at is null and exists (select from flow f
    where f.brand_id = new.brand_id and f.id = new.flow_id and f.asks_age);
  return new;
end $$;

create or replace trigger account_age_check before insert or update of flow_id, age_verified_at, age_check_due on account
  for each row execute function set_age_check_due();

-- A flow that begins or ceases to ask concerns all of its members.
create or replace function set_age_checks_due() returns trigger language plpgsql as $$
begin
  update account set age_check_due = new.asks_age where brand_id = new.brand_id and flow_id = new.id
    and age_verified_at is null;
  return null;
end $$;

create or replace trigger flow_asks_age after update on flow for each row
  when (old.asks_age <> new.asks_age) execute function set_age_checks_due();
