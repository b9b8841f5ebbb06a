-- An account has its row for money from the beginning.
create or replace function begin_account_money() returns trigger language plpgsql as $$
begin
  insert into account_money (brand_id, account_id) select brand_id, id from fresh;
  return null;
end $$;

create or replace trigger account_has_money after insert on account
  referencing new table as fresh for each statement execute function begin_account_money();
