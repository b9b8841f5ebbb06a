-- What may yet be taken for orders that their owner has not called off. It counts as spent until it is decided.
create or replace function undecided_cents(of_brand uuid, owner uuid) returns bigint stable language sql as $$
  select coalesce(sum(a.amount_cents), 0) from payment_attempt a
  join purchase p on p.brand_id = a.brand_id and p.id = a.purchase_id and p.state = 'awaiting_payment'
  where a.brand_id = of_brand and a.account_id = owner and a.captured_at is null
    and a.state in ('created', 'requires_action', 'processing', 'unknown', 'authorised')
$$;

-- What was taken between two moments, less what went back of it whenever that was.
create or replace function spent_cents(of_brand uuid, owner uuid, since timestamptz, until timestamptz) returns bigint
  stable language sql as $$
  select coalesce(sum(captured_cents - refunded_cents - charged_back_cents), 0) from payment_attempt
  where brand_id = of_brand and account_id = owner and captured_at >= since and captured_at < until
$$;

-- The day, the week from Monday and the month of a moment on that clock, with the limits that hold then.
create or replace function spending_windows(of_brand uuid, owner uuid, zone text, at timestamptz)
  returns table (period text, ends_at timestamptz, spent_cents bigint, limit_cents integer, next_cents integer,
    next_from timestamptz) stable language sql as $$
  select w.period, (date_trunc(w.period, at at time zone zone) + w.length) at time zone zone,
    spent_cents(of_brand, owner, date_trunc(w.period, at, zone), 'infinity') + undecided_cents(of_brand, owner),
    case when l.next_from <= at then l.next_cents else l.limit_cents end,
    case when l.next_from > at then l.next_cents end,
    case when l.next_from > at then l.next_from end
  from (values ('day', interval '1 day', 1), ('week', interval '1 week', 2), ('month', interval '1 month', 3))
    as w (period, length, place)
  left join spending_limit l on l.brand_id = of_brand and l.account_id = owner and l.period = w.period
  order by w.place
$$;
