-- Nothing is charged by ourselves without consent to that price and a notice of it.
create or replace function require_mandate() returns trigger language plpgsql as $$
begin
  if exists (
    select from fresh f
    -- By its key for each, and counted: so that no plan goes through all purchases.
    left join lateral (
      select * from purchase p where p.brand_id = f.brand_id and p.id = f.purchase_id limit 1) as owed on true
    where f.initiated_by = 'merchant' and (owed.kind is distinct from 'renewal' or (
      select count(*) from purchase q
      join purchase_consent c on c.brand_id = q.brand_id and c.purchase_id = q.id and c.renewal_cents >= f.amount_cents
      where q.brand_id = f.brand_id and q.subscription_id = owed.subscription_id
        and (q.state = 'fulfilled' or q.id = owed.id)) = 0
    or (
      select count(*) from renewal_notice n
      where n.brand_id = f.brand_id and n.subscription_id = owed.subscription_id and n.period = owed.period
        and n.amount_cents = f.amount_cents) = 0)) then
    raise exception 'a charge without consent or without its notice' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger payment_attempt_has_mandate after insert on payment_attempt
  referencing new table as fresh for each statement execute function require_mandate();
