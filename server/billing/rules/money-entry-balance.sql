-- What leaves one account of the books comes to another, to the cent.
create or replace function require_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct brand_id, transaction_id from fresh) as f
    where (select sum(e.amount_cents) from money_entry e
      where e.brand_id = f.brand_id and e.transaction_id = f.transaction_id) <> 0) then
    raise exception 'the entries of a transaction must sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger money_entry_balances after insert on money_entry
  referencing new table as fresh for each statement execute function require_balance();
