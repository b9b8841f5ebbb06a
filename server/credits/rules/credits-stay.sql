-- The ledger only grows. With the account it belongs to it goes as a whole.
create or replace function keep_credits() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from account where brand_id = old.brand_id and id = old.account_id) then
    raise exception '% rows stay as long as their account', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create or replace trigger ledger_entry_is_immutable before update or delete on ledger_entry
  for each row execute function keep_credits();

create or replace trigger balance_is_kept before delete on balance
  for each row execute function keep_credits();
