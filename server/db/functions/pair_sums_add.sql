-- Adds recognition to the sums of a pair and month. The caller holds the wallet of the recipient,
-- so changes of a pair run one after the other.
create or replace function pair_sums_add(
  p_workspace uuid, p_from uuid, p_to uuid, p_day date, p_score bigint, p_posts integer
) returns void
language plpgsql as $$
declare
  v_month constant date := date_trunc('month', p_day::timestamp)::date;
  v_score bigint;
  v_posts bigint;
begin
  update pair_sums set
    score = score + case when month = v_month then p_score else 0 end,
    posts = posts + case when month = v_month then p_posts else 0 end,
    rank_score = rank_score - p_score,
    rank_posts = rank_posts - p_posts
  where workspace_id = p_workspace and from_id = p_from and to_id = p_to
    and month >= v_month and month <= v_month + interval '4 months';
  if exists (select from pair_sums where workspace_id = p_workspace and from_id = p_from
    and to_id = p_to and month = v_month) then return; end if;
  select coalesce(sum(score), 0), coalesce(sum(posts), 0) into v_score, v_posts from pair_sums
  where workspace_id = p_workspace and from_id = p_from and to_id = p_to
    and month < v_month and month >= v_month - interval '4 months';
  insert into pair_sums (workspace_id, from_id, to_id, month, score, posts, rank_score,
    rank_posts)
  values (p_workspace, p_from, p_to, v_month, p_score, p_posts, -v_score - p_score,
    -v_posts - p_posts);
end $$;
revoke execute on function pair_sums_add from public;
grant execute on function pair_sums_add to laurel_app;
