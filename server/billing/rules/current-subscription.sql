-- The subscriptions that run, with the plan of their next period: the one that was chosen for then, else the same.
create or replace view current_subscription as
  select s.*, coalesce(s.next_product_id, s.product_id) as following_product_id,
    coalesce(s.next_version, s.version) as following_version
  from subscription s where s.state in ('active', 'past_due');
