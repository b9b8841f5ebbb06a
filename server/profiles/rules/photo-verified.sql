-- The one rule of the badge: the photo that others see first is the one that was compared.
create or replace function is_photo_verified(of_brand uuid, of_profile uuid, verified_photo uuid) returns boolean
stable language sql as $$
  select verified_photo is not null
    and coalesce(verified_photo = (select f.id from first_photo(of_brand, of_profile) f), false)
$$;
