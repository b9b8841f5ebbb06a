-- Whether the last word was the participant's own: what the other one writes then is an answer.
create or replace function had_last_word(of_brand uuid, one uuid, other uuid) returns boolean stable language sql as $$
  select coalesce((select last_mine from inbox where brand_id = of_brand and owner_id = one and other_id = other), false)
$$;
