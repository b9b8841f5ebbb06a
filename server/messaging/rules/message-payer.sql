-- Who writes first begins the conversation and pays for it, even where the other one was here before and has not
-- written. Profiles of ours never pay.
create or replace function pays_for_conversation(is_member boolean, pays boolean, last_number integer) returns boolean
  language sql immutable parallel safe
  return is_member and (coalesce(last_number, 0) = 0 or pays);
