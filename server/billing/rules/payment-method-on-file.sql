-- What a member's click charges: what their plan renews by, else what they keep for packs. None that was kept for
-- neither.
create or replace function payment_method_on_file(of_brand uuid, owner uuid) returns setof payment_method stable language sql as $$
  select m.* from payment_method m
  left join current_subscription s on s.brand_id = m.brand_id and s.account_id = m.account_id
    and s.payment_method_id = m.id
  where m.brand_id = of_brand and m.account_id = owner and m.status = 'active' and (s.id is not null or m.for_packs)
  order by s.id is not null desc limit 1
$$;
