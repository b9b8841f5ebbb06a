-- A balance moves by what the ledger says, in the same transaction. Summing up a ledger for each message would cost too
-- much, so a checksum is kept for the transaction: entries add to it, changes of balances subtract, each account and sort
-- of credit with a factor of its own. When the transaction ends it must be zero. As both began at nothing, they agree.
create or replace function add_to_credit_checksum(change numeric) returns void language sql as $$
  select set_config('serenata.credits',
    (coalesce(nullif(current_setting('serenata.credits', true), '')::numeric, 0) + change)::text, true)
$$;

create or replace function credit_factor(account_id uuid, credit text) returns numeric language sql immutable parallel safe return
  uuid_hash_extended(account_id, case credit when 'message' then 1 when 'icebreaker' then 2 else 3 end)::numeric;

create or replace function checksum_ledger_entries() returns trigger language plpgsql as $$
begin
  perform add_to_credit_checksum(coalesce((select sum(amount * credit_factor(account_id, credit)) from fresh), 0));
  return null;
end $$;

create or replace function checksum_balances() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_credit_checksum(-coalesce((
      select sum(message_credits * credit_factor(account_id, 'message')
        + icebreaker_credits * credit_factor(account_id, 'icebreaker')
        + like_credits * credit_factor(account_id, 'like')) from fresh), 0));
  else
    perform add_to_credit_checksum(-coalesce((
      select sum((n.message_credits - o.message_credits) * credit_factor(n.account_id, 'message')
        + (n.icebreaker_credits - o.icebreaker_credits) * credit_factor(n.account_id, 'icebreaker')
        + (n.like_credits - o.like_credits) * credit_factor(n.account_id, 'like'))
      from fresh n join stale o on o.brand_id = n.brand_id and o.account_id = n.account_id), 0));
  end if;
  return null;
end $$;

create or replace trigger ledger_entry_checksum after insert on ledger_entry
  referencing new table as fresh for each statement execute function checksum_ledger_entries();

create or replace trigger balance_checksum_on_insert after insert on balance
  referencing new table as fresh for each statement execute function checksum_balances();

create or replace trigger balance_checksum_on_update after update on balance
  referencing old table as stale new table as fresh for each statement execute function checksum_balances();

create or replace function require_credit_checksum_zero() returns trigger language plpgsql as $$
begin
  if nullif(current_setting('serenata.credits', true), '')::numeric <> 0 then
    raise exception 'a balance must move by what the ledger says' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger ledger_entry_is_covered after insert on ledger_entry
  deferrable initially deferred for each row execute function require_credit_checksum_zero();

create constraint trigger balance_is_covered after update on balance
  deferrable initially deferred for each row execute function require_credit_checksum_zero();

create constraint trigger balance_begins_covered after insert on balance
  deferrable initially deferred for each row
  when (new.message_credits <> 0 or new.icebreaker_credits <> 0 or new.like_credits <> 0)
  execute function require_credit_checksum_zero();
