-- Deletes the next posts of an import with what they added to the rollups, and rollup rows that are
-- empty then. Returns the number of posts.
create or replace function history_undo_batch(p_workspace uuid, p_import uuid, p_limit integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ids uuid[];
  v_keys jsonb;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'history: no workspace';
  end if;
  v_ids := array(select id from posts where workspace_id = p_workspace
    and imported_from = p_import order by id limit p_limit for update);
  perform history_sums_discard(p_workspace, (select min(day) from posts
    where workspace_id = p_workspace and id = any (v_ids) and counted));

  with sums as (
    insert into daily_recognition as d (
      workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points,
      received_posts)
    select p_workspace, day, user_id, value_id, private, -sum(given), -sum(given_posts),
      -sum(received), -sum(received_posts)
    from (
      select day, from_id as user_id, value_id, private,
        score::bigint * cardinality(to_ids) * (deleted_at is null)::int as given,
        (deleted_at is null)::int as given_posts, 0 as received, 0 as received_posts
      from posts where workspace_id = p_workspace and id = any (v_ids) and counted
      union all
      select day, r, value_id, private, 0, 0, score * (deleted_at is null)::int,
        (deleted_at is null)::int
      from posts, unnest(to_ids) r
      where workspace_id = p_workspace and id = any (v_ids) and counted
    ) parts
    group by day, user_id, value_id, private
    order by value_id, user_id, day, private
    on conflict (workspace_id, day, user_id, value_id, private) do update set
      given_points = d.given_points + excluded.given_points,
      given_posts = d.given_posts + excluded.given_posts,
      received_points = d.received_points + excluded.received_points,
      received_posts = d.received_posts + excluded.received_posts
    returning day, user_id, value_id, private
  )
  select jsonb_agg(sums) into v_keys from sums;
  delete from posts where workspace_id = p_workspace and id = any (v_ids);

  delete from daily_recognition d
  using jsonb_to_recordset(v_keys) as k (day date, user_id uuid, value_id uuid, private boolean)
  where d.workspace_id = p_workspace and d.day = k.day and d.user_id = k.user_id
    and d.value_id = k.value_id and d.private = k.private and d.given_points = 0
    and d.given_posts = 0 and d.received_points = 0 and d.received_posts = 0;
  delete from total_recognition t
  using (select distinct user_id, value_id, private from jsonb_to_recordset(v_keys)
    as k (user_id uuid, value_id uuid, private boolean)) k
  where t.workspace_id = p_workspace and t.user_id = k.user_id and t.value_id = k.value_id
    and t.private = k.private and not exists (select from daily_recognition d
      where d.workspace_id = p_workspace and d.user_id = k.user_id and d.value_id = k.value_id
        and d.private = k.private);

  update history_imports set done_count = greatest(done_count - cardinality(v_ids), 0)
  where workspace_id = p_workspace and id = p_import;
  return cardinality(v_ids);
end $$;
revoke execute on function history_undo_batch from public;
grant execute on function history_undo_batch to laurel_app;
