-- before: tables
-- Makes the partitions of events for some months. The migration that makes the table calls it.
create or replace function make_event_partitions(first date, months integer) returns void language plpgsql as $$
declare
  begins date;
begin
  for month in 0 .. months - 1 loop
    begins := date_trunc('month', first)::date + (month || ' months')::interval;
    execute format('create table if not exists event_%s partition of event for values from (%L) to (%L)',
      to_char(begins, 'YYYYMM'), begins, (begins + interval '1 month')::date);
  end loop;
end $$;
