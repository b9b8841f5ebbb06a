-- The one rule of what looks like a banned picture: 6 of 64 bits may differ, as they do after resizing or a slight cut.
create or replace function resembles_banned_picture(of_brand uuid, picture bigint) returns boolean stable language sql as $$
  select exists (select from banned_picture b
    where b.brand_id = of_brand and bit_count((b.hash # picture)::bit(64)) <= 6)
$$;
