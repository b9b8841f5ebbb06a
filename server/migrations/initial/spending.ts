/** The limits and pauses that members set themselves, and the one definition of what somebody has spent. */
export const spendingTables = [
  `create table spending_limit (
    brand_id uuid not null,
    account_id uuid not null,
    period text not null check (period in ('day', 'week', 'month')),
    limit_cents integer not null check (limit_cents > 0),
    -- A higher limit, or none where it is null, that holds from then on. By the clock alone: no job has to put it in force.
    next_cents integer check (next_cents > 0),
    next_from timestamptz,
    primary key (brand_id, account_id, period),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check (next_cents is null or next_from is not null)
  )`,
  `create table spending_pause (
    brand_id uuid not null,
    account_id uuid not null,
    until timestamptz not null,
    created_at timestamptz not null,
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  // A pause can be made longer, never shorter.
  `create function keep_spending_pause() returns trigger language plpgsql as $$
  begin
    if new.until < old.until then
      raise exception 'a pause of spending is never made shorter' using errcode = 'check_violation';
    end if;
    return new;
  end $$`,
  `create trigger spending_pause_is_kept before update on spending_pause
    for each row execute function keep_spending_pause()`,
  // What may yet be taken for orders that their owner has not called off. It counts as spent until it is decided.
  `create function undecided_cents(of_brand uuid, owner uuid) returns bigint stable language sql as $$
    select coalesce(sum(a.amount_cents), 0) from payment_attempt a
    join purchase p on p.brand_id = a.brand_id and p.id = a.purchase_id and p.state = 'awaiting_payment'
    where a.brand_id = of_brand and a.account_id = owner and a.captured_at is null
      and a.state in ('created', 'requires_action', 'processing', 'unknown', 'authorised')
  $$`,
  // What was taken between two moments, less what went back of it whenever that was.
  `create function spent_cents(of_brand uuid, owner uuid, since timestamptz, until timestamptz) returns bigint
    stable language sql as $$
    select coalesce(sum(captured_cents - refunded_cents - charged_back_cents), 0) from payment_attempt
    where brand_id = of_brand and account_id = owner and captured_at >= since and captured_at < until
  $$`,
  // The day, the week from Monday and the month of a moment on that clock, with the limits that hold then.
  `create function spending_windows(of_brand uuid, owner uuid, zone text, at timestamptz)
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
  $$`,
];
