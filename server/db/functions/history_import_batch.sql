-- Turns the next rows of an import into posts, with their rollups. No points move, nobody is
-- notified. The rows are deleted in the same transaction, so a killed process loses or repeats
-- none. Returns {"taken", "created", "known", "refused"}. Rollups are locked in the order of
-- values, users and days, as changes of posts lock them.
create or replace function history_import_batch(p_workspace uuid, p_import uuid, p_limit integer)
returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  v_before date;
  v_default uuid;
  v_lines integer[];
  v_answer jsonb;
begin
  select counted_before into strict v_before from history_imports
    where workspace_id = p_workspace and id = p_import;
  v_default := (select id from "values" where workspace_id = p_workspace and retired_at is null
    order by is_default desc, id limit 1);
  v_lines := array(select line from history_rows where workspace_id = p_workspace
    and import_id = p_import and code is null order by line limit p_limit);
  perform history_sums_discard(p_workspace, (select min(day) from history_rows
    where workspace_id = p_workspace and import_id = p_import and line = any (v_lines)
      and day < v_before));

  with taken as (
    delete from history_rows where workspace_id = p_workspace and import_id = p_import
      and line = any (v_lines)
    returning *
  ), placed as materialized (
    -- The offsets keep one index lookup for each person: the tables have no statistics yet.
    select t.*, g.user_id as from_id, coalesce(v.value_id, v_default) as value_id,
      array(select p.user_id from unnest(t.receivers) with ordinality o (key, n)
        cross join lateral (select user_id from history_people where workspace_id = p_workspace
          and import_id = p_import and key = o.key offset 0) p
        group by p.user_id order by min(o.n)) as to_ids
    from taken t
    cross join lateral (select user_id from history_people where workspace_id = p_workspace
      and import_id = p_import and key = t.giver offset 0) g
    left join history_tags v on v.workspace_id = p_workspace and v.import_id = p_import
      and v.tag = t.tag
  ), allowed as (
    select * from placed where from_id is not null and cardinality(to_ids) > 0
      and from_id <> all (to_ids) and array_position(to_ids, null) is null
  ), inserted as (
    insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
      period_start, day, created_at, imported_from, counted)
    select p_workspace, post_id, from_id, to_ids, value_id, points, body, private, posted_at, day,
      posted_at, p_import, day < v_before
    from allowed order by post_id
    on conflict (workspace_id, id) do nothing
    returning id, from_id, to_ids, value_id, score, private, day, counted
  ), recipients as (
    insert into post_recipients (workspace_id, post_id, user_id, private)
    select p_workspace, i.id, r, i.private from inserted i, unnest(i.to_ids) r
  ), sums as (
    insert into daily_recognition as d (
      workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points,
      received_posts)
    select p_workspace, day, user_id, value_id, private, sum(given), sum(given_posts),
      sum(received), sum(received_posts)
    from (
      select day, from_id as user_id, value_id, private,
        score::bigint * cardinality(to_ids) as given, 1 as given_posts, 0 as received,
        0 as received_posts
      from inserted where counted
      union all
      select day, r, value_id, private, 0, 0, score, 1 from inserted, unnest(to_ids) r where counted
    ) parts
    group by day, user_id, value_id, private
    order by value_id, user_id, day, private
    on conflict (workspace_id, day, user_id, value_id, private) do update set
      given_points = d.given_points + excluded.given_points,
      given_posts = d.given_posts + excluded.given_posts,
      received_points = d.received_points + excluded.received_points,
      received_posts = d.received_posts + excluded.received_posts
  ), days as (
    insert into history_days as h (workspace_id, import_id, day, given_points)
    select p_workspace, p_import, day, sum(score::bigint * cardinality(to_ids))
    from inserted where counted group by day order by day
    on conflict (workspace_id, import_id, day) do update set
      given_points = h.given_points + excluded.given_points
  )
  select jsonb_build_object('taken', (select count(*) from taken),
    'created', (select count(*) from inserted),
    'known', (select count(*) from allowed) - (select count(*) from inserted),
    'refused', (select count(*) from taken) - (select count(*) from allowed)) into v_answer;

  update history_imports set done_count = done_count + (v_answer ->> 'taken')::integer,
    created_count = created_count + (v_answer ->> 'created')::integer,
    known_count = known_count + (v_answer ->> 'known')::integer,
    refused_count = refused_count + (v_answer ->> 'refused')::integer
  where workspace_id = p_workspace and id = p_import;
  return v_answer;
end $$;
revoke execute on function history_import_batch from public;
grant execute on function history_import_batch to laurel_app;
