-- Deletes feed, points and history of rewards; users, values and rewards stay (specification,
-- section 9). Budgets are empty afterwards; the caller fills them again. Rewards that are not fulfilled yet return to stock.
create or replace function workspace_reset(p_workspace uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'reset: no workspace';
  end if;
  -- Every movement of points refers to this row, so none begins before this transaction ends.
  perform 1 from workspaces where id = p_workspace for update;
  update rewards r set available_amount = available_amount + open.n
  from (select reward_id, count(*) as n from purchases where workspace_id = p_workspace
    and status in ('pending', 'purchased') group by 1) open
  where r.workspace_id = p_workspace and r.id = open.reward_id and r.available_amount is not null;
  delete from inbox_items where workspace_id = p_workspace;
  delete from chat_drafts where workspace_id = p_workspace;
  delete from chat_messages where workspace_id = p_workspace;
  delete from allowances where workspace_id = p_workspace;
  delete from award_gifts where workspace_id = p_workspace;
  delete from bonuses where workspace_id = p_workspace and status = 'paid';
  -- Their words, scores and votes follow. Rounds that are not over stay without nominees.
  delete from nominees where workspace_id = p_workspace;
  delete from nomination_rounds where workspace_id = p_workspace
    and (announced_at is not null or canceled_at is not null);
  delete from entries where workspace_id = p_workspace;
  delete from movements where workspace_id = p_workspace;
  delete from leaver_graces where workspace_id = p_workspace and ended_at is not null;
  delete from contributions where workspace_id = p_workspace;
  delete from purchases where workspace_id = p_workspace;
  delete from comments where workspace_id = p_workspace;
  delete from reactions where workspace_id = p_workspace;
  delete from likes where workspace_id = p_workspace;
  delete from custom_day_posts where workspace_id = p_workspace;
  update celebrations set post_id = null where workspace_id = p_workspace;
  delete from post_readers where workspace_id = p_workspace;
  delete from post_recipients where workspace_id = p_workspace;
  delete from posts where workspace_id = p_workspace;
  delete from history_imports where workspace_id = p_workspace;
  delete from history_days where workspace_id = p_workspace;
  delete from liability_snapshots where workspace_id = p_workspace;
  delete from payroll_runs where workspace_id = p_workspace;
  delete from payroll_leavers where workspace_id = p_workspace;
  update yearly_budgets set warned_year = null, warned_percent = 0, counted_year = null,
    counted_to = null, used_minor = null, redeemed_minor = null, other_sums = null
  where workspace_id = p_workspace;
  perform report_snapshots_discard(p_workspace, '-infinity');
  delete from pair_sum_teams where workspace_id = p_workspace;
  delete from daily_recognition where workspace_id = p_workspace;
  delete from daily_redemptions where workspace_id = p_workspace;
  delete from idempotency_keys where workspace_id = p_workspace;
  delete from outbox where workspace_id = p_workspace and kind <> 'invite';
  update budgets set balance = 0, funded = 0 where workspace_id = p_workspace;
  update wallets set balance = 0, entries_count = 0 where workspace_id = p_workspace;
end $$;
revoke execute on function workspace_reset from public;
grant execute on function workspace_reset to laurel_app;
