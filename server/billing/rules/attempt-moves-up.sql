-- How far an attempt has come, as in server/billing/payments/attempts.ts.
create or replace function attempt_rank(state text) returns integer language sql immutable parallel safe return
  array_position(array['created', 'requires_action', 'processing', 'unknown', 'declined', 'error', 'authorised',
    'captured', 'partially_refunded', 'refunded', 'charged_back'], state);

create or replace function move_attempt_up() returns trigger language plpgsql as $$
begin
  if new.brand_id <> old.brand_id or new.id <> old.id or new.purchase_id <> old.purchase_id
    or new.account_id <> old.account_id or new.amount_cents <> old.amount_cents then
    raise exception 'an attempt stays what it is' using errcode = 'restrict_violation';
  end if;
  if old.captured_at is not null
    and (new.captured_cents <> old.captured_cents or new.captured_at is distinct from old.captured_at) then
    raise exception 'what was taken was taken' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state or old.state = 'unknown' and new.state = 'processing' then return new; end if;
  if attempt_rank(new.state) < attempt_rank(old.state)
    or old.state = 'processing' and new.state = 'unknown'
    or old.state = 'declined' and new.state = 'error' then
    raise exception 'an attempt that is % does not become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger payment_attempt_moves_up before update on payment_attempt
  for each row execute function move_attempt_up();
