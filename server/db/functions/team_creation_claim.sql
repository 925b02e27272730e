-- Inserts a team creation unless the account has p_max of them in the last day. Returns null
-- when it was inserted, otherwise the time when the next one is possible. The row lock on the
-- account serializes concurrent requests.
create or replace function team_creation_claim(
  p_id uuid, p_account uuid, p_at timestamptz, p_max integer
) returns timestamptz
language plpgsql set search_path = public, pg_temp as $$
declare
  v_full timestamptz;
begin
  perform 1 from accounts where id = p_account for no key update;
  select created_at into v_full from team_creations
  where account_id = p_account and created_at > p_at - interval '1 day'
  order by created_at desc offset p_max - 1 limit 1;
  if v_full is not null then return least(v_full, p_at) + interval '1 day'; end if;
  insert into team_creations (id, account_id, created_at) values (p_id, p_account, p_at);
  return null;
end $$;
revoke execute on function team_creation_claim from public;
grant execute on function team_creation_claim to laurel_app;
