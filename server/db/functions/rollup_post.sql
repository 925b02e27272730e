-- Adds a post to the rollups of its day, and in a large team to the sums of its pairs. Rows are
-- locked in the order of their users, so that two posts in opposite directions do not deadlock.
create or replace function rollup_post(
  p_workspace uuid, p_day date, p_from uuid, p_to uuid[], p_value uuid, p_score integer,
  p_private boolean
) returns void
language plpgsql as $$
declare
  v_user uuid;
begin
  foreach v_user in array array(select r from unnest(p_to || p_from) r order by r) loop
    insert into daily_recognition as d (
      workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points,
      received_posts)
    values (p_workspace, p_day, v_user, p_value, p_private,
      case when v_user = p_from then p_score::bigint * cardinality(p_to) else 0 end,
      case when v_user = p_from then 1 else 0 end,
      case when v_user = p_from then 0 else p_score end,
      case when v_user = p_from then 0 else 1 end)
    on conflict (workspace_id, day, user_id, value_id, private) do update set
      given_points = d.given_points + excluded.given_points,
      given_posts = d.given_posts + excluded.given_posts,
      received_points = d.received_points + excluded.received_points,
      received_posts = d.received_posts + excluded.received_posts;
  end loop;
  perform 1 from pair_sum_teams where workspace_id = p_workspace and summed_until >= p_day;
  if found then
    foreach v_user in array array(select r from unnest(p_to) r order by r) loop
      perform pair_sums_add(p_workspace, p_from, v_user, p_day, p_score, 1);
    end loop;
  end if;
end $$;
revoke execute on function rollup_post from public;
grant execute on function rollup_post to laurel_app;
