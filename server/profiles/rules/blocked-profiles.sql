-- The one rule of who is kept apart: it does not matter which of the two has blocked the other.
create or replace function kept_apart_from(of_brand uuid, one uuid) returns table (id uuid) stable language sql as $$
  select to_id from block where brand_id = of_brand and from_id = one
  union all
  select from_id from block where brand_id = of_brand and to_id = one
$$;

-- The same of two. Asked with "exists", both functions are inlined by the planner and answered by key.
create or replace function blocks_between(of_brand uuid, one uuid, other uuid) returns setof uuid stable language sql as $$
  select id from kept_apart_from(of_brand, one) where id = other
$$;
