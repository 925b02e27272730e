-- Returns the principal of a bearer token and all that a request needs to know about it, in one
-- round trip. Sets the workspace of the transaction. It reads current rows, so the next request
-- after a removed permission or a deactivation already sees the change. A token of an application
-- works for its audience alone.
create or replace function session_enter(p_token bytea, p_at timestamptz, p_audience text default 'api')
returns table (
  session_id uuid, kind text, account_id uuid, seen_at timestamptz, scopes text[],
  workspace_id uuid, user_id uuid, global_administrator boolean, account_administrator boolean,
  rewards_administrator boolean, billing_administrator boolean, limit_period text, timezone text,
  language text, trial_ends_at timestamptz, paid_until timestamptz, manual_payments boolean,
  comments boolean, reactions boolean, add_ons boolean, second_factor_missing boolean
)
language plpgsql set search_path = public, pg_temp as $$
declare
  s sessions%rowtype;
begin
  select * into s from sessions where token_hash = p_token and revoked_at is null
    and expires_at > p_at and audience = p_audience;
  if not found then return; end if;
  if s.kind = 'temporary' then
    return query
    select s.id, s.kind, s.account_id, s.seen_at, s.scopes, null::uuid, null::uuid,
      false, false, false, false,
      null::text, null::text, null::text, null::timestamptz, null::timestamptz, false,
      false, false, false, false;
    return;
  end if;
  -- SET LOCAL, which Citus passes on to the node of the workspace, as it does not set_config.
  execute format('set local laurel.workspace = %L', s.workspace_id);
  return query
  select s.id, s.kind, s.account_id, s.seen_at, s.scopes, s.workspace_id, s.user_id, u.*
  from session_user_row(s.workspace_id, s.user_id, s.account_id, s.kind = 'session',
    s.sso_connection_id is not null, s.break_glass, s.second_factor,
    coalesce(s.signed_in_at, s.created_at), p_at) u;
end $$;
revoke execute on function session_enter from public;
grant execute on function session_enter to laurel_app;
