-- The one rule of what a like costs: a like credit for members who have not paid, nothing for all others.
create or replace function like_price(of_level integer) returns integer immutable language sql as $$
  select case of_level when 0 then 1 else 0 end
$$;
