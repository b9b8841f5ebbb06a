-- A pause can be made longer, never shorter.
create or replace function keep_spending_pause() returns trigger language plpgsql as $$
begin
  if new.until < old.until then
    raise exception 'a pause of spending is never made shorter' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger spending_pause_is_kept before update on spending_pause
  for each row execute function keep_spending_pause();
