-- Whether one knows the other: the two have talked, or the other one has liked or visited them. The last card of the
-- deck that they decided on is known as well, so that it can be taken back and decided on again. Asked with "exists",
-- it is inlined by the planner and answered by key.
create or replace function knows(of_brand uuid, one uuid, other uuid) returns setof uuid stable language sql as $$
  select i.other_id from inbox i
    where i.brand_id = of_brand and i.owner_id = one and i.other_id = other and i.last_number > 0
  union all
  select r.from_id from reaction r
    where r.brand_id = of_brand and r.from_id = other and r.to_id = one and r.kind in ('like', 'visit')
  union all
  -- By the key: a profile with very many likes would make a scan long.
  select s.other_id from (select x.other_id from last_swipe x where x.brand_id = of_brand and x.profile_id = one
    offset 0) as s where s.other_id = other
$$;
