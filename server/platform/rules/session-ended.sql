-- Every node remembers live sessions for a while and forgets those of an account when it is notified.
create or replace function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', id::text) from (select distinct account_id as id from gone) as accounts;
  return null;
end $$;

create or replace trigger session_ended after delete on session referencing old table as gone
  for each statement execute function notify_session_ended();
