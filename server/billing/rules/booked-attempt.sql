-- What was taken is in the books of the same transaction, and so is what it comes to.
create or replace function require_booked() returns trigger language plpgsql as $$
declare
  booked bigint;
  current payment_attempt;
begin
  select * into current from payment_attempt where brand_id = new.brand_id and id = new.id;
  select coalesce(sum(amount_cents), 0) into booked from money_entry
  where brand_id = new.brand_id and attempt_id = new.id and account = 'processor';
  if booked <> current.captured_cents - current.refunded_cents - current.charged_back_cents then
    raise exception 'the books of an attempt say %, and it says otherwise', booked using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger payment_attempt_is_booked after update on payment_attempt
  deferrable initially deferred for each row
  when (new.captured_cents <> old.captured_cents or new.refunded_cents <> old.refunded_cents
    or new.charged_back_cents <> old.charged_back_cents)
  execute function require_booked();
