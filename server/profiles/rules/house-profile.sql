-- What the staff decides about a profile of ours stands beside it from the beginning.
create or replace function make_house_profile() returns trigger language plpgsql as $$
begin
  insert into house_profile (brand_id, profile_id) values (new.brand_id, new.id);
  return null;
end $$;

create or replace trigger profile_of_house after insert on profile for each row
  when (new.kind <> 'member') execute function make_house_profile();

-- Who answers for a profile is chosen once.
create or replace function forbid_change_of_kind() returns trigger language plpgsql as $$
begin
  raise exception 'the kind of a profile never changes' using errcode = 'restrict_violation';
end $$;

create or replace trigger profile_kind_stays before update of kind on profile for each row
  when (old.kind <> new.kind) execute function forbid_change_of_kind();

-- Nor does a profile come back that has ended: its conversations have said so.
create or replace function forbid_return() returns trigger language plpgsql as $$
begin
  raise exception 'a retired profile stays so' using errcode = 'restrict_violation';
end $$;

create or replace trigger profile_stays_retired before update of status on profile for each row
  when (old.status = 'retired' and new.status <> 'retired') execute function forbid_return();
