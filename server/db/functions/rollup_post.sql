-- Adds a post to the rollups of its day. Rows are locked in the order of their users, so that
-- two posts in opposite directions do not deadlock.
create or replace function rollup_post(
  p_workspace uuid, p_day date, p_from uuid, p_to uuid[], p_value uuid, p_score integer,
  p_private boolean
) returns void
language sql as $$
  insert into daily_recognition as d (
    workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points,
    received_posts)
  select p_workspace, p_day, part.user_id, p_value, p_private, part.given, part.given_posts,
    part.received, part.received_posts
  from (
    select p_from as user_id, p_score::bigint * cardinality(p_to) as given, 1 as given_posts,
      0 as received, 0 as received_posts
    union all select r, 0, 0, p_score, 1 from unnest(p_to) r
  ) part
  order by part.user_id
  on conflict (workspace_id, day, user_id, value_id, private) do update set
    given_points = d.given_points + excluded.given_points,
    given_posts = d.given_posts + excluded.given_posts,
    received_points = d.received_points + excluded.received_points,
    received_posts = d.received_posts + excluded.received_posts
$$;
revoke execute on function rollup_post from public;
grant execute on function rollup_post to laurel_app;
