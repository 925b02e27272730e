-- Adds the posts of a month to the sums of pairs. The caller has locked the posts of the workspace,
-- and adds months in their order. p_first and p_end are the ids around the month, which are wider
-- than its days. Does nothing when another process was faster.
create or replace function pair_sums_add_month(
  p_workspace uuid, p_month date, p_first uuid, p_end uuid
) returns void
language plpgsql as $$
declare
  v_last constant date := (p_month + interval '1 month - 1 day')::date;
  v record;
begin
  insert into pair_sum_teams (workspace_id, summed_until) values (p_workspace, '-infinity')
  on conflict do nothing;
  if exists (select from pair_sum_teams where workspace_id = p_workspace
    and summed_until >= v_last) then return; end if;
  -- Sums are passed as arrays, because Citus does not insert what such a query selects.
  select array_agg(m.from_id) as froms, array_agg(m.to_id) as tos, array_agg(m.score) as scores,
    array_agg(m.posts) as posts, array_agg(-m.score - coalesce(r.score, 0)) as rank_scores,
    array_agg(-m.posts - coalesce(r.posts, 0)) as rank_posts
  into v
  from (
    select from_id, r as to_id, sum(score) as score, count(*) as posts
    from posts, unnest(to_ids) r
    where workspace_id = p_workspace and id >= p_first and id < p_end
      and day between p_month and v_last and deleted_at is null and from_id is not null and counted
    group by 1, 2 order by 1, 2) m
  left join (
    select from_id, to_id, sum(score) as score, sum(posts) as posts
    from pair_sums
    where workspace_id = p_workspace and month < p_month and month >= p_month - interval '4 months'
    group by 1, 2) r using (from_id, to_id);
  insert into pair_sums (workspace_id, from_id, to_id, month, score, posts, rank_score,
    rank_posts)
  select p_workspace, o.* from unnest(v.froms, v.tos, array_fill(p_month,
    array[coalesce(cardinality(v.froms), 0)]), v.scores, v.posts, v.rank_scores,
    v.rank_posts) o;
  update pair_sum_teams set summed_until = v_last where workspace_id = p_workspace;
end $$;
revoke execute on function pair_sums_add_month from public;
grant execute on function pair_sums_add_month to laurel_app;
