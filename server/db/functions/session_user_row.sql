-- Returns what a request needs to know about the user of a session. Returns no row if the user or the
-- team does not exist any more, or if the team's rules of sign-in refuse the session: a changed rule
-- applies from the next request on. session_enter runs it on the node of the workspace. It reads one
-- table in each statement, because Citus keeps plans only of these (decision 050).
create or replace function session_user_row(
  p_workspace uuid, p_user uuid, p_account uuid, p_is_session boolean, p_has_connection boolean,
  p_break_glass boolean, p_second_factor boolean, p_signed_in_at timestamptz, p_at timestamptz
)
returns table (
  global_administrator boolean, account_administrator boolean, rewards_administrator boolean,
  billing_administrator boolean, limit_period text, timezone text, language text,
  trial_ends_at timestamptz, paid_until timestamptz, manual_payments boolean, comments boolean,
  reactions boolean, add_ons boolean, second_factor_missing boolean
)
language plpgsql set search_path = public, pg_temp as $$
declare
  v_sso_required boolean;
  v_session_hours integer;
  v_team_language text;
begin
  select u.language into language from users u
  where u.workspace_id = p_workspace and u.id = p_user and u.account_id = p_account
    and u.state = 'accepted';
  if not found then return; end if;
  select w.trial_ends_at, w.paid_until, w.manual_payments
  into trial_ends_at, paid_until, manual_payments
  from workspaces w where w.id = p_workspace and w.deleted_at is null;
  if not found then return; end if;
  select t.limit_period, t.timezone, t.language, t.comments, t.reactions, t.add_ons,
    t.second_factor_required, t.sso_required, t.session_hours
  into limit_period, timezone, v_team_language, comments, reactions, add_ons,
    second_factor_missing, v_sso_required, v_session_hours
  from settings t where t.workspace_id = p_workspace;
  if not found then return; end if;
  select p.global_administrator, p.account_administrator, p.rewards_administrator,
    p.billing_administrator
  into global_administrator, account_administrator, rewards_administrator, billing_administrator
  from permissions p where p.workspace_id = p_workspace and p.user_id = p_user;
  if not found then return; end if;
  if p_is_session then
    -- Only account administrators may enter without the company sign-in.
    if v_sso_required and not p_has_connection and not (p_break_glass and account_administrator) then
      return;
    end if;
    if p_signed_in_at + make_interval(hours => v_session_hours) <= p_at then return; end if;
  end if;
  language := coalesce(language, v_team_language);
  second_factor_missing := second_factor_missing and p_is_session and not p_has_connection
    and not p_second_factor;
  return next;
end $$;
revoke execute on function session_user_row from public;
grant execute on function session_user_row to laurel_app;
