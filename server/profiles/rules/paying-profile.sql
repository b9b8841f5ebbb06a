-- A profile shows support that its owner pays, as the level of the account says.
create or replace function set_profile_paying() returns trigger language plpgsql as $$
begin
  new.paying := exists (select from account a
    where a.brand_id = new.brand_id and a.id = new.account_id and a.level > 0);
  return new;
end $$;

create or replace trigger profile_paying before insert on profile for each row
  when (new.kind = 'member') execute function set_profile_paying();

create or replace function account_paying() returns trigger language plpgsql as $$
begin
  update profile set paying = new.level > 0 where brand_id = new.brand_id and account_id = new.id;
  return null;
end $$;

create or replace trigger account_paying after update of level on account for each row
  when ((old.level > 0) <> (new.level > 0)) execute function account_paying();
