-- The one rule of what is public of a review.
create or replace function publish_review() returns trigger language plpgsql as $$
begin
  if new.status = 'approved' then
    new.public_name := new.name;
    new.public_gender := new.gender;
    new.public_age := new.age;
    new.public_text := new.text;
    new.public_stars := new.stars;
    new.public_written_at := new.written_at;
  elsif new.status = 'rejected' and new.public_written_at = new.written_at then
    new.public_name := null;
    new.public_gender := null;
    new.public_age := null;
    new.public_text := null;
    new.public_stars := null;
    new.public_written_at := null;
  end if;
  return new;
end $$;

create or replace trigger review_published before insert or update on review
  for each row execute function publish_review();
