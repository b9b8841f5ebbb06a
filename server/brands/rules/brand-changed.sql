-- Every node keeps brands, flows and plans in memory and reads them again when it is notified.
create or replace function notify_brand_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brand_changed', '');
  return null;
end $$;

create or replace trigger brand_changed after insert or update or delete on brand
  for each statement execute function notify_brand_changed();

create or replace trigger brand_host_changed after insert or update or delete on brand_host
  for each statement execute function notify_brand_changed();

create or replace trigger plan_changed after insert or update or delete on plan
  for each statement execute function notify_brand_changed();

create or replace trigger flow_changed after insert or update or delete on flow
  for each statement execute function notify_brand_changed();
