-- What was paid for stays so, at the price at which it was.
create or replace function keep_fulfilled() returns trigger language plpgsql as $$
begin
  raise exception 'a purchase that is fulfilled stays as it is' using errcode = 'restrict_violation';
end $$;

create or replace trigger purchase_stays_fulfilled before update on purchase
  for each row when (old.state = 'fulfilled' and (new.state <> 'fulfilled' or new.account_id <> old.account_id
    or new.amount_cents <> old.amount_cents or new.credits <> old.credits
    or new.fulfilled_at is distinct from old.fulfilled_at))
  execute function keep_fulfilled();
