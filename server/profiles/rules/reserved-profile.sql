-- The one rule of from whom reserved profiles are kept. Asked only about a profile that is reserved.
create or replace function is_kept_from(of_brand uuid, viewer uuid) returns boolean stable language sql as $$
  select exists (select from profile v
    join account a on a.brand_id = v.brand_id and a.id = v.account_id
    join flow f on f.brand_id = a.brand_id and f.id = a.flow_id
    where v.brand_id = of_brand and v.id = viewer and a.level = 0 and f.keeps_reserved)
$$;
