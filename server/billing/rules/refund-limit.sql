-- Refunds under way and done never exceed what was captured.
create or replace function guard_refund() returns trigger language plpgsql as $$
declare
  current payment_attempt;
  under_way bigint;
begin
  if tg_op = 'UPDATE' then
    if new.brand_id <> old.brand_id or new.id <> old.id or new.attempt_id <> old.attempt_id
      or new.purchase_id <> old.purchase_id or new.account_id <> old.account_id
      or new.amount_cents <> old.amount_cents then
      raise exception 'a refund stays what it is' using errcode = 'restrict_violation';
    end if;
    -- What is done can only come back, and what has failed has ended.
    if new.state <> old.state and (old.state = 'failed' or old.state = 'done' and new.state <> 'failed') then
      raise exception 'a refund that is % does not become %', old.state, new.state using errcode = 'restrict_violation';
    end if;
    if new.state = old.state or new.state not in ('created', 'sent', 'unknown') then return new; end if;
  end if;
  -- Held, so that two at once see each other.
  select * into current from payment_attempt
  where brand_id = new.brand_id and id = new.attempt_id for no key update;
  select coalesce(sum(amount_cents), 0) into under_way from refund
  where brand_id = new.brand_id and attempt_id = new.attempt_id and id <> new.id
    and state in ('created', 'sent', 'unknown');
  if current.refunded_cents + under_way + new.amount_cents > current.captured_cents then
    raise exception 'more would go back than was taken' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger refund_stays_within before insert or update on refund
  for each row execute function guard_refund();
