-- Search lists are made again when a profile in them comes, goes or changes what it is found by.
create or replace function record_search_change() returns trigger language plpgsql as $$
declare
  changed profile := coalesce(new, old);
begin
  insert into search_change (brand_id, gender) values (changed.brand_id, changed.gender);
  if tg_op = 'UPDATE' and old.gender <> new.gender then
    insert into search_change (brand_id, gender) values (old.brand_id, old.gender);
  end if;
  perform pg_notify('search_changed', changed.brand_id || ' ' || changed.gender);
  return null;
end $$;

create or replace trigger profile_came after insert on profile for each row
  when (new.status = 'visible') execute function record_search_change();

create or replace trigger profile_went after delete on profile for each row
  when (old.status = 'visible') execute function record_search_change();

create or replace trigger profile_moved after update on profile for each row
  when ((old.status = 'visible' or new.status = 'visible') and (old.status, old.gender, old.region, old.city,
    old.birth_year, old.kind, old.details) is distinct from
    (new.status, new.gender, new.region, new.city, new.birth_year, new.kind, new.details))
  execute function record_search_change();

-- Members are shown to the gender they seek.
create or replace function record_seeks_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in select p.brand_id, p.gender from profile p
    where p.brand_id = new.brand_id and p.account_id = new.id and p.status = 'visible'
  loop
    insert into search_change (brand_id, gender) values (changed.brand_id, changed.gender);
    perform pg_notify('search_changed', changed.brand_id || ' ' || changed.gender);
  end loop;
  return null;
end $$;

create or replace trigger account_seeks_others after update of seeks on account for each row
  when (old.seeks is distinct from new.seeks) execute function record_seeks_change();

-- Whom a member wants to meet decides who meets them.
create or replace function record_preference_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in select p.brand_id, p.gender from profile p
    where p.brand_id = new.brand_id and p.id = new.profile_id and p.status = 'visible'
  loop
    insert into search_change (brand_id, gender) values (changed.brand_id, changed.gender);
    perform pg_notify('search_changed', changed.brand_id || ' ' || changed.gender);
  end loop;
  return null;
end $$;

create or replace trigger preference_made after insert on preference for each row
  execute function record_preference_change();

create or replace trigger preference_changed after update on preference for each row
  when ((old.age_from, old.age_to, old.distance, old.intentions, old.dealbreakers) is distinct from
    (new.age_from, new.age_to, new.distance, new.intentions, new.dealbreakers))
  execute function record_preference_change();
