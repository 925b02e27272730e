-- Personal access tokens are sessions of a kind of their own: whatever ends sessions (deactivation, deletion, erasure) ends
-- them as well. `seen_at` is the day of their last use; before `created_at` means never.
alter table sessions
  add column name text not null default '',
  add column scopes text[] not null default '{}',
  drop constraint sessions_kind_check,
  add constraint sessions_kind_check check (kind in ('temporary', 'session', 'impersonation', 'token')),
  add constraint sessions_scopes_check check ((kind = 'token') = (cardinality(scopes) > 0));

-- The address of a person's calendar is derived from this and the server's secret; null: there is none (decision 022).
alter table users add column calendar_salt bytea;

-- As before, with the scopes of a token.
drop function session_enter(bytea, timestamptz);
create function session_enter(p_token bytea, p_at timestamptz)
returns table (
  session_id uuid, kind text, account_id uuid, seen_at timestamptz, scopes text[], workspace_id uuid, user_id uuid,
  global_administrator boolean, account_administrator boolean, rewards_administrator boolean, billing_administrator boolean,
  limit_period text, timezone text, language text, trial_ends_at timestamptz, paid_until timestamptz, manual_payments boolean,
  comments boolean, reactions boolean, add_ons boolean
) language plpgsql set search_path = public, pg_temp as $$
declare
  s sessions%rowtype;
begin
  select * into s from sessions where token_hash = p_token and revoked_at is null and expires_at > p_at;
  if not found then return; end if;
  if s.kind = 'temporary' then
    return query select s.id, s.kind, s.account_id, s.seen_at, s.scopes, null::uuid, null::uuid, false, false, false, false,
      null::text, null::text, null::text, null::timestamptz, null::timestamptz, false, false, false, false;
    return;
  end if;
  perform set_config('laurel.workspace', s.workspace_id::text, true);
  return query
  select s.id, s.kind, s.account_id, s.seen_at, s.scopes, u.workspace_id, u.id,
    p.global_administrator, p.account_administrator, p.rewards_administrator, p.billing_administrator,
    t.limit_period, t.timezone, coalesce(u.language, t.language), w.trial_ends_at, w.paid_until, w.manual_payments,
    t.comments, t.reactions, t.add_ons
  from users u
  join workspaces w on w.id = u.workspace_id and w.deleted_at is null
  join settings t on t.workspace_id = u.workspace_id
  join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
  where u.workspace_id = s.workspace_id and u.id = s.user_id and u.account_id = s.account_id and u.state = 'accepted';
end $$;
revoke execute on function session_enter(bytea, timestamptz) from public;
grant execute on function session_enter(bytea, timestamptz) to laurel_app;
