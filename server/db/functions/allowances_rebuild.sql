-- Computes the allowances of a period again, after a change of the limit period or the time
-- zone. A user without posts in the period has spent nothing in it, and what the deletion of a
-- post did not recover stays spent. Posts from a budget spend no allowance. Rows are locked in the
-- order of their users.
create or replace function allowances_rebuild(p_workspace uuid, p_period timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o record;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  for o in select given.user_id, sum(given.cost) as cost from (
    select user_id, 0::bigint as cost from allowances where workspace_id = p_workspace
      and period_start = p_period
    union all
    select from_id, score::bigint * cardinality(to_ids) from posts where workspace_id = p_workspace
      and created_at >= p_period and deleted_at is null and from_id is not null
      and budget_id is null and imported_from is null
    union all
    select p.from_id, p.score - coalesce(r.recovered, p.score) from posts p
    join post_recipients r on r.workspace_id = p.workspace_id and r.post_id = p.id
    where p.workspace_id = p_workspace and p.created_at >= p_period and p.deleted_at is not null
      and p.from_id is not null and p.budget_id is null and p.imported_from is null
  ) given group by given.user_id order by given.user_id
  loop
    insert into allowances (workspace_id, user_id, period_start, spent)
    values (p_workspace, o.user_id, p_period, o.cost)
    on conflict (workspace_id, user_id, period_start) do update set spent = excluded.spent;
  end loop;
end $$;
revoke execute on function allowances_rebuild from public;
grant execute on function allowances_rebuild to laurel_app;
