/**
 * What must hold of money and credits whoever writes to them. The code keeps to it as well; here it cannot be got wrong.
 * What is refused bears the code of a restriction or of a check.
 */
export const moneyRules = [
  // Books
  // A charge is booked once an attempt, a refund once, and its coming back once.
  `create unique index money_entry_of_charge on money_entry (brand_id, attempt_id) 
    where kind = 'charge' and account = 'processor'`,
  `create unique index money_entry_of_refund on money_entry (brand_id, refund_id, kind)
    where account = 'processor'`,
  `create trigger document_is_kept before delete on document
    for each row execute function forbid_early_deletion('10 years', 'created_at')`,
  `create trigger payment_attempt_is_kept before delete on payment_attempt
    for each row execute function forbid_early_deletion('10 years', 'created_at')`,
  `create trigger refund_is_kept before delete on refund
    for each row execute function forbid_early_deletion('10 years', 'created_at')`,
  `create trigger dispute_is_kept before delete on dispute
    for each row execute function forbid_early_deletion('10 years', 'created_at')`,

  // What was paid for stays so, at the price at which it was.
  `create function keep_fulfilled() returns trigger language plpgsql as $$
  begin
    raise exception 'a purchase that is fulfilled stays as it is' using errcode = 'restrict_violation';
  end $$`,
  `create trigger purchase_stays_fulfilled before update on purchase
    for each row when (old.state = 'fulfilled' and (new.state <> 'fulfilled' or new.account_id <> old.account_id
      or new.amount_cents <> old.amount_cents or new.credits <> old.credits
      or new.fulfilled_at is distinct from old.fulfilled_at))
    execute function keep_fulfilled()`,

  // Attempts
  // How far one has come, as in attempts.ts.
  `create function attempt_rank(state text) returns integer language sql immutable parallel safe return
    array_position(array['created', 'requires_action', 'processing', 'unknown', 'declined', 'error', 'authorised',
      'captured', 'partially_refunded', 'refunded', 'charged_back'], state)`,
  `create function move_attempt_up() returns trigger language plpgsql as $$
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
  end $$`,
  `create trigger payment_attempt_moves_up before update on payment_attempt
    for each row execute function move_attempt_up()`,

  // What was taken is in the books of the same transaction, and so is what it comes to.
  `create function require_booked() returns trigger language plpgsql as $$
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
  end $$`,
  `create constraint trigger payment_attempt_is_booked after update on payment_attempt
    deferrable initially deferred for each row
    when (new.captured_cents <> old.captured_cents or new.refunded_cents <> old.refunded_cents
      or new.charged_back_cents <> old.charged_back_cents)
    execute function require_booked()`,

  // Nothing is charged by ourselves without consent to that price and a notice of it.
  `create function require_mandate() returns trigger language plpgsql as $$
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
      raise exception 'nobody agreed to this charge, or nobody was told of it' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create trigger payment_attempt_has_mandate after insert on payment_attempt
    referencing new table as fresh for each statement execute function require_mandate()`,

  // Refunds
  `create function guard_refund() returns trigger language plpgsql as $$
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
  end $$`,
  `create trigger refund_stays_within before insert or update on refund
    for each row execute function guard_refund()`,
  `create function require_refunds() returns trigger language plpgsql as $$
  declare
    done bigint;
    counted bigint;
    attempt uuid := case tg_table_name when 'refund' then to_jsonb(new)->>'attempt_id' else to_jsonb(new)->>'id' end;
  begin
    select coalesce(sum(amount_cents), 0) into done from refund
    where brand_id = new.brand_id and attempt_id = attempt and state = 'done';
    select refunded_cents into counted from payment_attempt where brand_id = new.brand_id and id = attempt;
    if done <> counted then
      raise exception '% went back of an attempt, and it counts %', done, counted using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger refund_is_counted after insert or update of state on refund
    deferrable initially deferred for each row execute function require_refunds()`,
  `create constraint trigger payment_attempt_counts_refunds after update on payment_attempt
    deferrable initially deferred for each row when (new.refunded_cents <> old.refunded_cents)
    execute function require_refunds()`,

  // Credits
  // The ledger only grows. With the account it belongs to it goes as a whole.
  `create function keep_credits() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' or exists (select from account where brand_id = old.brand_id and id = old.account_id) then
      raise exception '% rows stay as long as their account', tg_table_name using errcode = 'restrict_violation';
    end if;
    return old;
  end $$`,
  `create trigger ledger_entry_is_immutable before update or delete on ledger_entry
    for each row execute function keep_credits()`,
  `create trigger balance_is_kept before delete on balance
    for each row execute function keep_credits()`,

  // A balance moves by what the ledger says, in the same transaction. Summing up a ledger for each message would cost too
  // much, so a checksum is kept for the transaction: entries add to it, changes of balances subtract, each account and sort
  // of credit with a factor of its own. When the transaction ends it must be zero. As both began at nothing, they agree.
  `create function add_to_credit_checksum(change numeric) returns void language sql as $$
    select set_config('serenata.credits',
      (coalesce(nullif(current_setting('serenata.credits', true), '')::numeric, 0) + change)::text, true)
  $$`,
  `create function credit_factor(account_id uuid, credit text) returns numeric language sql immutable parallel safe return
    uuid_hash_extended(account_id, case credit when 'message' then 1 when 'icebreaker' then 2 else 3 end)::numeric`,
  `create function checksum_ledger_entries() returns trigger language plpgsql as $$
  begin
    perform add_to_credit_checksum(coalesce((select sum(amount * credit_factor(account_id, credit)) from fresh), 0));
    return null;
  end $$`,
  `create function checksum_balances() returns trigger language plpgsql as $$
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
  end $$`,
  `create trigger ledger_entry_checksum after insert on ledger_entry
    referencing new table as fresh for each statement execute function checksum_ledger_entries()`,
  `create trigger balance_checksum_on_insert after insert on balance
    referencing new table as fresh for each statement execute function checksum_balances()`,
  `create trigger balance_checksum_on_update after update on balance
    referencing old table as stale new table as fresh for each statement execute function checksum_balances()`,
  `create function require_credit_checksum_zero() returns trigger language plpgsql as $$
  begin
    if nullif(current_setting('serenata.credits', true), '')::numeric <> 0 then
      raise exception 'a balance must move by what the ledger says' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger ledger_entry_is_covered after insert on ledger_entry
    deferrable initially deferred for each row execute function require_credit_checksum_zero()`,
  `create constraint trigger balance_is_covered after update on balance
    deferrable initially deferred for each row execute function require_credit_checksum_zero()`,
  `create constraint trigger balance_begins_covered after insert on balance
    deferrable initially deferred for each row
    when (new.message_credits <> 0 or new.icebreaker_credits <> 0 or new.like_credits <> 0)
    execute function require_credit_checksum_zero()`,
];
