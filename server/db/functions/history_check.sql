-- Ends a check: stores the people of the file ([{"key", "name", "email"}]), finds their users and
-- the values of the tags, refuses rows from a person to the same person, names each receiver of a
-- row once, and returns the totals.
-- Its tables are new and have no statistics, so plans would expect few rows: no nested loops.
create or replace function history_check(p_workspace uuid, p_import uuid, p_people jsonb)
returns jsonb
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  v_answer jsonb;
begin
  delete from history_people where workspace_id = p_workspace and import_id = p_import;
  delete from history_tags where workspace_id = p_workspace and import_id = p_import;

  insert into history_people (workspace_id, import_id, key, name, email, user_id)
  select p_workspace, p_import, o.key, o.name, o.email, coalesce(
    (select u.id from users u where u.workspace_id = p_workspace and u.email = o.email
      and u.email <> '' and o.email <> '' and u.state <> 'deleted' and not u.demo),
    case when o.email = '' then n.id end,
    e.user_id)
  from jsonb_to_recordset(p_people) as o (key text, name text, email text)
  -- A name that two members have is nobody's.
  left join (
    select lower(trim(first_name || ' ' || last_name)) as name, min(id::text)::uuid as id
    from users where workspace_id = p_workspace and state <> 'deleted' and not demo
    group by 1 having count(*) = 1) n on n.name = o.key
  -- Former teammates of an earlier import, and members they were merged into.
  left join (
    select distinct on (p.key) p.key, p.user_id from history_people p
    where p.workspace_id = p_workspace and p.import_id <> p_import and p.user_id is not null
    order by p.key, p.import_id) e on e.key = o.key;

  -- A name and an address can be of the same person.
  if exists (select from history_people where workspace_id = p_workspace and import_id = p_import
    and user_id is not null group by user_id having count(*) > 1) then
    with pairs as materialized (
      select line, giver, key from history_rows, unnest(receivers) as key
      where workspace_id = p_workspace and import_id = p_import and code is null)
    update history_rows r set code = 'self_recognition'
    from (
      select distinct i.line from pairs i
      join history_people g on g.workspace_id = p_workspace and g.import_id = p_import
        and g.key = i.giver
      join history_people p on p.workspace_id = p_workspace and p.import_id = p_import
        and p.key = i.key and p.user_id = g.user_id) s
    where r.workspace_id = p_workspace and r.import_id = p_import and r.line = s.line;

    with named as materialized (
      select r.line, o.key, row_number() over (partition by r.line, p.user_id order by o.n) as nth
      from history_rows r, unnest(r.receivers) with ordinality as o (key, n), history_people p
      where r.workspace_id = p_workspace and r.import_id = p_import and r.code is null
        and p.workspace_id = p_workspace and p.import_id = p_import and p.key = o.key
        and p.user_id in (select user_id from history_people where workspace_id = p_workspace
          and import_id = p_import and user_id is not null group by user_id having count(*) > 1))
    update history_rows r set receivers = array(
      select o.key from unnest(r.receivers) with ordinality as o (key, n)
      where o.key <> all (s.keys) order by o.n)
    from (select line, array_agg(key) as keys from named where nth > 1 group by line) s
    where r.workspace_id = p_workspace and r.import_id = p_import and r.line = s.line;
  end if;

  update history_people h set given_posts = coalesce(s.given_posts, 0),
    given_points = coalesce(s.given_points, 0), received_posts = coalesce(s.received_posts, 0),
    received_points = coalesce(s.received_points, 0)
  from (
    select key, sum(given_posts) as given_posts, sum(given_points) as given_points,
      sum(received_posts) as received_posts, sum(received_points) as received_points
    from (
      select giver as key, 1 as given_posts, points::bigint * cardinality(receivers) as given_points,
        0 as received_posts, 0 as received_points
      from history_rows where workspace_id = p_workspace and import_id = p_import and code is null
      union all
      select o, 0, 0, 1, points from history_rows, unnest(receivers) o
      where workspace_id = p_workspace and import_id = p_import and code is null) parts
    group by key) s
  where h.workspace_id = p_workspace and h.import_id = p_import and h.key = s.key;
  delete from history_people where workspace_id = p_workspace and import_id = p_import
    and given_posts = 0 and received_posts = 0;

  insert into history_tags (workspace_id, import_id, tag, posts, value_id)
  select p_workspace, p_import, t.tag, t.posts, (
    select v.id from "values" v where v.workspace_id = p_workspace and v.retired_at is null
      and t.tag in (lower(v.tag), lower(v.name), lower(replace(v.name, ' ', '')))
    order by v.id limit 1)
  from (select tag, count(*) as posts from history_rows where workspace_id = p_workspace
    and import_id = p_import and code is null and tag <> '' group by tag) t;

  v_answer := (
    select jsonb_build_object('posts', count(*),
      'points', coalesce(sum(points::bigint * cardinality(receivers)), 0),
      'first_day', min(day), 'last_day', max(day))
    from history_rows where workspace_id = p_workspace and import_id = p_import and code is null);
  return v_answer || jsonb_build_object(
    'years', (select coalesce(jsonb_agg(y order by y.year), '[]') from (
      select extract(year from day)::integer as year, count(*) as posts,
        sum(points::bigint * cardinality(receivers)) as points
      from history_rows where workspace_id = p_workspace and import_id = p_import and code is null
      group by 1) y),
    'refusals', (select coalesce(jsonb_agg(c order by c.rows desc, c.code), '[]') from (
      select code, count(*) as rows from history_rows
      where workspace_id = p_workspace and import_id = p_import and code is not null group by 1) c),
    'known', (select count(*) from history_rows r
      join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
      where r.workspace_id = p_workspace and r.import_id = p_import and r.code is null),
    'givers', (select count(distinct coalesce(user_id::text, key)) from history_people
      where workspace_id = p_workspace and import_id = p_import and given_posts > 0),
    'receivers', (select count(distinct coalesce(user_id::text, key)) from history_people
      where workspace_id = p_workspace and import_id = p_import and received_posts > 0),
    'unknown', (select count(*) from history_people where workspace_id = p_workspace
      and import_id = p_import and user_id is null),
    'opening', (
      -- Without the materialized sums, each row would scan the users.
      with received as materialized (
        select key, sum(r.points) as points from history_rows r, unnest(r.receivers) as key
        where r.workspace_id = p_workspace and r.import_id = p_import and r.code is null
          and r.points > 0 and not exists (select from posts p where p.workspace_id = p_workspace
            and p.id = r.post_id)
        group by key)
      select jsonb_build_object('people', count(distinct u.id),
        'points', coalesce(sum(s.points), 0))
      from received s
      join history_people h on h.workspace_id = p_workspace and h.import_id = p_import
        and h.key = s.key
      join users u on u.workspace_id = p_workspace and u.id = h.user_id
        and u.state = 'accepted'));
end $$;
revoke execute on function history_check from public;
grant execute on function history_check to laurel_app;
