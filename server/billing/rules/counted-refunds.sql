-- At the end of a transaction an attempt counts what its done refunds come to.
create or replace function require_refunds() returns trigger language plpgsql as $$
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
end $$;

create constraint trigger refund_is_counted after insert or update of state on refund
  deferrable initially deferred for each row execute function require_refunds();

create constraint trigger payment_attempt_counts_refunds after update on payment_attempt
  deferrable initially deferred for each row when (new.refunded_cents <> old.refunded_cents)
  execute function require_refunds();
