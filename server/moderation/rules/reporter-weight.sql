-- How much a member's report weighs, from 0 to 1: the share of earlier ones that something came of, as if two of four
-- had before. Three or more that came to nothing halve it.
create or replace function reporter_weight(of_brand uuid, reporter uuid) returns float8 stable language sql as $$
  select (count(*) filter (where outcome = 'upheld') + 2.0) / (count(*) + 4.0)
    * case when count(*) filter (where outcome = 'dismissed') >= 3 then 0.5 else 1 end
  from report where brand_id = of_brand and from_id = reporter and outcome is not null
$$;

create or replace function is_often_wrong(of_brand uuid, reporter uuid) returns boolean stable language sql as $$
  select reporter is not null and reporter_weight(of_brand, reporter) < 0.25
$$;
