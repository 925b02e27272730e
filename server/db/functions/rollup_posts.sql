-- Adds posts (usually one with its add-ons) to the rollups of a value (p_sign 1) or subtracts
-- them (-1). A post by the workspace counts as received points, but not as a post. An imported post
-- of the running period does not count. Snapshots are locked first, then rows in the order of their
-- users, as rollup_post does.
create or replace function rollup_posts(
  p_workspace uuid, p_ids uuid[], p_value uuid, p_sign integer
) returns void
language plpgsql as $$
declare
  o record;
begin
  perform 1 from report_snapshots where workspace_id = p_workspace
    and day >= (select min(day) from posts where workspace_id = p_workspace and id = any (p_ids))
  order by day for no key update;
  for o in
    select part.user_id, part.day, part.private, sum(part.given) * p_sign as given,
      sum(part.given_posts) * p_sign as given_posts, sum(part.received) * p_sign as received,
      sum(part.received_posts) * p_sign as received_posts
    from (
      select day, private, from_id as user_id, score::bigint * cardinality(to_ids) as given,
        1 as given_posts, 0 as received, 0 as received_posts
      from posts where workspace_id = p_workspace and id = any (p_ids) and from_id is not null and counted
      union all select day, private, r, 0, 0, score, (from_id is not null)::int
        from posts, unnest(to_ids) r
        where workspace_id = p_workspace and id = any (p_ids) and counted
          and (score > 0 or from_id is not null)
    ) part
    group by part.user_id, part.day, part.private
    order by part.user_id, part.day, part.private
  loop
    insert into daily_recognition as d (
      workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points,
      received_posts)
    values (p_workspace, o.day, o.user_id, p_value, o.private, o.given, o.given_posts, o.received,
      o.received_posts)
    on conflict (workspace_id, day, user_id, value_id, private) do update set
      given_points = d.given_points + excluded.given_points,
      given_posts = d.given_posts + excluded.given_posts,
      received_points = d.received_points + excluded.received_points,
      received_posts = d.received_posts + excluded.received_posts;
  end loop;
  -- Another value of a post changes no pair. A post by the workspace has none.
  if p_sign < 0 then
    perform pair_sums_subtract(p_workspace, p_ids);
    update history_days h set given_points = h.given_points - p.points
    from (select imported_from, day, sum(score::bigint * cardinality(to_ids)) as points from posts
      where workspace_id = p_workspace and id = any (p_ids) and imported_from is not null
        and counted and deleted_at is not null group by 1, 2) p
    where h.workspace_id = p_workspace and h.import_id = p.imported_from and h.day = p.day;
  end if;
end $$;
revoke execute on function rollup_posts from public;
grant execute on function rollup_posts to laurel_app;
