-- Why the receiver cannot be written to: blocked by the writer, gone (which is also the answer to a blocked writer),
-- closed by the writer's flow, taking a break, or refusing (write_refusal). Null where the message may be written.
create or replace function closed_reason(has_blocked boolean, kept_apart boolean, other_status text, other_account_status text,
  takes_messages boolean, other_paused boolean, refusal text) returns text language sql immutable parallel safe
  return case when has_blocked then 'blocked'
    when kept_apart or other_status = 'rejected' or other_account_status <> 'active' then 'gone'
    when not takes_messages then 'flow' when other_paused then 'paused' else refusal end;
