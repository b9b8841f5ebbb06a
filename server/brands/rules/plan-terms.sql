-- What each version of a plan gives and costs. Each rule of it stands here alone: orders, renewals, refunds, levels,
-- receipts and pages ask this view, and never the columns behind it.
create or replace view plan_terms as
  select p.brand_id, p.product_id, p.version, p.settings->'name' as name, p.first_purchase_only,
    -- How often it renews; null for a pack, which never does.
    p.period as every,
    -- What is charged at first, what of it is for the credits, and what every further period costs.
    p.total_cents as price_cents, p.credits_price_cents,
    case when p.period is not null then p.total_cents end as renewal_cents,
    -- Message credits that come with it: the gift comes at first alone.
    p.credits + p.promo_credits as credits,
    case when p.period is not null then p.credits end as renewal_credits,
    -- The level while it runs, and what remains of that as long as the money is not refunded: all of a pack's, and
    -- of a plan level 1.
    given.level, case when p.period is null then given.level else least(given.level, 1) end as lasting_level
  from plan p
  -- Members who pay for anything are at least at level 1.
  cross join lateral (select case when p.total_cents > 0 then greatest(p.level, 1) else p.level end as level) as given;
