-- What of a charge can still be refunded: what banks have not taken back, and no refund has or may yet have.
create or replace view refundable_attempt as
  select a.*, greatest(0, a.captured_cents - a.charged_back_cents - (
    select coalesce(sum(r.amount_cents), 0) from refund r
    where r.brand_id = a.brand_id and r.attempt_id = a.id and r.state <> 'failed'))::integer as refundable_cents
  from payment_attempt a;
