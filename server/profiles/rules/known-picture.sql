-- Whether a picture looks like a photo of another profile, at any brand: as alike as a banned one is to its copies.
create or replace function is_photo_of_another(of_profile uuid, picture bigint) returns boolean stable language sql as $$
  select exists (select from photo o
    where o.hash is not null and o.profile_id <> of_profile and bit_count((o.hash # picture)::bit(64)) <= 6)
$$;
