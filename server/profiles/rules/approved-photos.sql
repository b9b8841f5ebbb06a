-- What others may see of a person, in its order: the photos that moderation has approved. The first stands for them.
create or replace function approved_photos(of_brand uuid, of_profile uuid) returns setof photo stable language sql as $$
  select * from photo where brand_id = of_brand and profile_id = of_profile and status = 'approved'
  order by position
$$;

create or replace function first_photo(of_brand uuid, of_profile uuid) returns setof photo stable language sql as $$
  select * from approved_photos(of_brand, of_profile) limit 1
$$;
