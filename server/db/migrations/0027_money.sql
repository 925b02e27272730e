------------------------------------------------------------------ deleted posts and the allowance of their sender

-- Points that the deletion of a post took out of a recipient's balance before it went below zero. Null: the post is not
-- deleted, or was deleted before this was recorded (then its whole cost had come back).
alter table post_recipients add column recovered integer;

-- Reverses deleted posts: the wallets of the recipients pay the points back, below zero if need be, and the sender gets
-- back of the allowance only what was recovered above zero. A post made before p_period, or after it by a server whose clock is ahead, returns nothing.
-- Locks are taken as post_create takes them: allowances in the order of their users, then wallets.
-- Answers the points recovered by each post, in the order of p_posts.
create function posts_reverse(p_workspace uuid, p_posts uuid[], p_movements uuid[], p_actor uuid, p_at timestamptz, p_period timestamptz, p_period_end timestamptz)
returns bigint[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_post posts%rowtype;
  v_balances bigint[];
  v_recovered bigint;
  v_answer bigint[] := '{}';
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  perform 1 from allowances
  where workspace_id = p_workspace and period_start = p_period
    and user_id in (select from_id from posts where workspace_id = p_workspace and id = any (p_posts))
  order by user_id for update;
  for i in 1 .. cardinality(p_posts) loop
    select * into strict v_post from posts where workspace_id = p_workspace and id = p_posts[i];
    v_balances := ledger_move(p_workspace, p_movements[i], 'post_deleted', v_post.id, p_actor, p_at, '', v_post.demo,
      v_post.to_ids, array_fill(-v_post.score::bigint, array[cardinality(v_post.to_ids)]), 'issued', true);
    with part as (
      update post_recipients r set deleted = true, recovered = greatest(least(v_post.score, wallet.balance + v_post.score), 0)
      from unnest(v_post.to_ids, v_balances) as wallet (user_id, balance)
      where r.workspace_id = p_workspace and r.post_id = v_post.id and r.user_id = wallet.user_id
      returning r.recovered
    )
    select coalesce(sum(recovered), 0) into v_recovered from part;
    if v_post.created_at >= p_period and v_post.created_at < p_period_end then perform allowance_return(p_workspace, v_post.from_id, p_period, v_recovered); end if;
    v_answer := v_answer || v_recovered;
  end loop;
  return v_answer;
end $$;

-- As before, and what a deleted post did not recover stays spent.
create or replace function allowances_rebuild(p_workspace uuid, p_period timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  insert into allowances as a (workspace_id, user_id, period_start, spent)
  select p_workspace, given.user_id, p_period, sum(given.cost) from (
    select user_id, 0::bigint as cost from allowances where workspace_id = p_workspace and period_start = p_period
    union all
    select from_id, score::bigint * cardinality(to_ids) from posts where workspace_id = p_workspace and created_at >= p_period and deleted_at is null
    union all
    select p.from_id, p.score - coalesce(r.recovered, p.score) from posts p
    join post_recipients r on r.workspace_id = p.workspace_id and r.post_id = p.id
    where p.workspace_id = p_workspace and p.created_at >= p_period and p.deleted_at is not null
  ) given group by given.user_id order by given.user_id
  on conflict (workspace_id, user_id, period_start) do update set spent = excluded.spent;
end $$;

revoke execute on function posts_reverse(uuid, uuid[], uuid[], uuid, timestamptz, timestamptz, timestamptz) from public;
grant execute on function posts_reverse(uuid, uuid[], uuid[], uuid, timestamptz, timestamptz, timestamptz) to laurel_app;

------------------------------------------------------------------ the daily limit of gift cards

-- What a team has spent on gift cards on a day (UTC), in cents of US dollars: claimed with the purchase, given back when the
-- order fails. It outlives a reset of the team, which would otherwise open the day again.
create table gift_card_days (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  reported_at timestamptz, -- the other administrators were told that the limit was reached
  primary key (workspace_id, day)
);
select wall_off('gift_card_days');
-- What an order has claimed of its day.
alter table gift_orders add column claimed_cents bigint not null default 0 check (claimed_cents >= 0);
