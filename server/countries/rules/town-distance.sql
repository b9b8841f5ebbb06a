-- How far two towns of a country are from each other, in kilometres, from centre to centre. Null where one is not known.
create or replace function town_distance(of_country text, from_region text, from_town text, to_region text, to_town text)
returns float8 stable language sql as $$
  select 2 * 6371 * asin(sqrt(least(1, sin(radians(b.latitude - a.latitude) / 2) ^ 2
    + cos(radians(a.latitude)) * cos(radians(b.latitude)) * sin(radians(b.longitude - a.longitude) / 2) ^ 2)))
  from place a, place b
  where a.country = of_country and a.region = from_region and a.name = from_town
    and b.country = of_country and b.region = to_region and b.name = to_town
$$;
