-- The books of settlements balance as those of payments do.
create or replace function require_settlement_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from settlement_entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'the entries of a transaction must sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger settlement_entry_balances after insert on settlement_entry
  deferrable initially deferred for each row execute function require_settlement_balance();
