-- Reverses deleted posts and returns the points that each gave back to the allowance of its sender
-- or to its budget, in the order of p_posts.
-- Wallets of recipients pay the points back, below zero if need be; the sender's allowance gets
-- back only what was recovered above zero. A post created outside the period returns nothing. A
-- post from a budget returns its points to the budget in the same way, with a movement of its own
-- (p_recoveries). Locks are taken as post_create takes them: allowances in the order of their users,
-- budgets, then wallets. A post by the workspace may have no points, and returns those of no
-- budget to the issued points. An imported post has moved none.
create or replace function posts_reverse(
  p_workspace uuid, p_posts uuid[], p_movements uuid[], p_recoveries uuid[], p_actor uuid,
  p_at timestamptz, p_period timestamptz, p_period_end timestamptz
) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_post posts%rowtype;
  v_balances bigint[];
  v_recovered bigint;
  v_returned bigint;
  v_charged_at timestamptz;
  v_answer bigint[] := '{}';
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  perform 1 from allowances
  where workspace_id = p_workspace and period_start = p_period
    and user_id in (select from_id from posts where workspace_id = p_workspace
      and id = any (p_posts))
  order by user_id for update;
  perform 1 from budgets
  where workspace_id = p_workspace and id in (select budget_id from posts
    where workspace_id = p_workspace and id = any (p_posts))
  order by id for no key update;
  for i in 1 .. cardinality(p_posts) loop
    select * into strict v_post from posts where workspace_id = p_workspace and id = p_posts[i];
    if v_post.score = 0 or v_post.points_kept or v_post.imported_from is not null then
      update post_recipients set deleted = true
      where workspace_id = p_workspace and post_id = v_post.id;
      v_answer := v_answer || 0::bigint;
      continue;
    end if;
    v_balances := ledger_move(
      p_workspace, p_movements[i], 'post_deleted', v_post.id, p_actor, p_at, '', v_post.demo,
      v_post.to_ids, array_fill(-v_post.score::bigint, array[cardinality(v_post.to_ids)]),
      'issued', true
    );
    with part as (
      update post_recipients r set deleted = true,
        recovered = greatest(least(v_post.score, wallet.balance + v_post.score), 0)
      from unnest(v_post.to_ids, v_balances) as wallet (user_id, balance)
      where r.workspace_id = p_workspace and r.post_id = v_post.id and r.user_id = wallet.user_id
      returning r.recovered
    )
    select coalesce(sum(recovered), 0) into v_recovered from part;
    v_returned := 0;
    if v_post.budget_id is not null then
      -- The points of an approved award have left the budget when they were held.
      select coalesce(max(m.created_at), v_post.created_at) into v_charged_at from award_gifts g
        join movements m on m.workspace_id = p_workspace and m.source_id = g.id
          and m.type = 'award_held'
        where g.workspace_id = p_workspace and g.budget_id = v_post.budget_id
          and g.post_id = v_post.id;
      if v_recovered > 0 and exists (select 1 from budgets where workspace_id = p_workspace
        and id = v_post.budget_id and closed_at is null and period_start <= v_charged_at
        and (period_end is null or period_end > p_at)) then
        perform budget_move(p_workspace, p_recoveries[i], 'budget_recovered', v_post.id, p_actor,
          p_at, '', null, v_post.budget_id, v_recovered);
        v_returned := v_recovered;
      end if;
    elsif v_post.from_id is not null and v_post.created_at >= p_period
      and v_post.created_at < p_period_end then
      perform allowance_return(p_workspace, v_post.from_id, p_period, v_recovered);
      v_returned := v_recovered;
    end if;
    v_answer := v_answer || v_returned;
  end loop;
  return v_answer;
end $$;
revoke execute on function posts_reverse from public;
grant execute on function posts_reverse to laurel_app;
