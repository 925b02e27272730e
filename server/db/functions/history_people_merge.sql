-- Moves everything of a former teammate of an import to a member, and deletes the former teammate.
-- Returns the number of posts; null when a post is between the two or to both.
create or replace function history_people_merge(p_workspace uuid, p_former uuid, p_user uuid)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ids uuid[];
  v_day daily_recognition%rowtype;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'history: no workspace';
  end if;
  v_ids := array(select id from posts where workspace_id = p_workspace and id in (
      select id from posts where workspace_id = p_workspace and from_id = p_former
      union select post_id from post_recipients where workspace_id = p_workspace
        and user_id = p_former)
    order by id for update);
  if exists (select from posts where workspace_id = p_workspace and id = any (v_ids)
    and (from_id = p_user or p_user = any (to_ids))) then return null; end if;
  perform history_sums_discard(p_workspace, (select min(day) from posts
    where workspace_id = p_workspace and id = any (v_ids) and counted));

  -- One by one, because Citus cannot insert the rows of a query in an order.
  for v_day in
    select * from daily_recognition where workspace_id = p_workspace and user_id = p_former
    order by value_id, day, private
  loop
    insert into daily_recognition as d (
      workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points,
      received_posts)
    values (p_workspace, v_day.day, p_user, v_day.value_id, v_day.private, v_day.given_points,
      v_day.given_posts, v_day.received_points, v_day.received_posts)
    on conflict (workspace_id, day, user_id, value_id, private) do update set
      given_points = d.given_points + excluded.given_points,
      given_posts = d.given_posts + excluded.given_posts,
      received_points = d.received_points + excluded.received_points,
      received_posts = d.received_posts + excluded.received_posts;
  end loop;
  delete from daily_recognition where workspace_id = p_workspace and user_id = p_former;
  delete from total_recognition where workspace_id = p_workspace and user_id = p_former;
  update post_recipients set user_id = p_user
    where workspace_id = p_workspace and user_id = p_former;
  update posts set from_id = case when from_id = p_former then p_user else from_id end,
    to_ids = array_replace(to_ids, p_former, p_user)
  where workspace_id = p_workspace and id = any (v_ids);
  update history_people set user_id = p_user, former = false
    where workspace_id = p_workspace and user_id = p_former;
  delete from users where workspace_id = p_workspace and id = p_former and state = 'deleted';
  return cardinality(v_ids);
end $$;
revoke execute on function history_people_merge from public;
grant execute on function history_people_merge to laurel_app;
