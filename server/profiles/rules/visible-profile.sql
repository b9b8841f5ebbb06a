-- The one rule of who can be seen by whom: it returns the profile, or nothing where the viewer may not see it. The
-- viewer is null for a visitor.
create or replace function profile_visible_to(of_brand uuid, viewer uuid, wanted uuid) returns setof profile
stable language sql as $$
  select * from profile p where p.brand_id = of_brand and p.id = wanted and p.status = 'visible'
    and not exists (select from blocks_between(of_brand, viewer, wanted))
$$;
