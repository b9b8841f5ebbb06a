-- Every node cuts the open consoles of sessions that have ended.
create or replace function notify_staff_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('staff_session_changed', '');
  return null;
end $$;

create or replace trigger staff_session_ended after delete on staff_session
  for each statement execute function notify_staff_session_ended();
