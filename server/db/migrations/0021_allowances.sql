-- As before, and whoever has nothing that stands in the new period has given nothing in it: a period that a team comes back
-- to does not remember posts that were deleted meanwhile. Rows are still taken in the order of their users.
create or replace function allowances_rebuild(p_workspace uuid, p_period timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  insert into allowances as a (workspace_id, user_id, period_start, spent)
  select p_workspace, given.user_id, p_period, sum(given.cost) from (
    select user_id, 0::bigint as cost from allowances where workspace_id = p_workspace and period_start = p_period
    union all
    select from_id, score::bigint * cardinality(to_ids) from posts where workspace_id = p_workspace and created_at >= p_period and deleted_at is null
  ) given group by given.user_id order by given.user_id
  on conflict (workspace_id, user_id, period_start) do update set spent = excluded.spent;
end $$;
