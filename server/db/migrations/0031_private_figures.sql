-- Figures of public and of private posts are rows of their own, so that a reader without access to private posts gets
-- the sums of public posts from the same tables (docs/decisions/038-private-posts-in-reports.md).

drop trigger daily_recognition_totals on daily_recognition;
drop trigger daily_recognition_less on daily_recognition;
alter table daily_recognition add column private boolean not null default false;
alter table daily_recognition alter column private drop default, drop constraint daily_recognition_pkey,
  add primary key (workspace_id, day, user_id, value_id, private);
alter table total_recognition add column private boolean not null default false;
alter table total_recognition alter column private drop default, drop constraint total_recognition_pkey,
  add primary key (workspace_id, user_id, value_id, private);

-- Every row so far holds both kinds: the private part moves to a row of its own. The migration works for all workspaces at once.
alter table posts no force row level security;
alter table daily_recognition no force row level security;
alter table total_recognition no force row level security;
insert into daily_recognition (workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points, received_posts)
select workspace_id, day, user_id, value_id, true, sum(part.given), sum(part.given_posts), sum(part.received), sum(part.received_posts)
from (
  select workspace_id, day, from_id as user_id, value_id, score::bigint * cardinality(to_ids) as given, 1 as given_posts, 0 as received, 0 as received_posts
  from posts where private and deleted_at is null
  union all select workspace_id, day, r, value_id, 0, 0, score, 1 from posts, unnest(to_ids) r where private and deleted_at is null
) part join daily_recognition using (workspace_id, day, user_id, value_id)
group by 1, 2, 3, 4;
update daily_recognition d set
  given_points = d.given_points - p.given_points, given_posts = d.given_posts - p.given_posts,
  received_points = d.received_points - p.received_points, received_posts = d.received_posts - p.received_posts
from daily_recognition p
where p.workspace_id = d.workspace_id and p.day = d.day and p.user_id = d.user_id and p.value_id = d.value_id and p.private and not d.private;
delete from total_recognition;
insert into total_recognition (workspace_id, user_id, value_id, private, given_points, given_posts, received_points, received_posts)
select workspace_id, user_id, value_id, private, sum(given_points), sum(given_posts), sum(received_points), sum(received_posts)
from daily_recognition group by 1, 2, 3, 4;
alter table posts force row level security;
alter table daily_recognition force row level security;
alter table total_recognition force row level security;

-- The totals follow the daily figures as before, for each kind.
create or replace function total_recognition_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_recognition as t (workspace_id, user_id, value_id, private, given_points, given_posts, received_points, received_posts)
    values (new.workspace_id, new.user_id, new.value_id, new.private, new.given_points, new.given_posts, new.received_points, new.received_posts)
    on conflict (workspace_id, user_id, value_id, private) do update set
      given_points = t.given_points + excluded.given_points, given_posts = t.given_posts + excluded.given_posts,
      received_points = t.received_points + excluded.received_points, received_posts = t.received_posts + excluded.received_posts;
  else
    update total_recognition t set
      given_points = t.given_points + new.given_points - old.given_points, given_posts = t.given_posts + new.given_posts - old.given_posts,
      received_points = t.received_points + new.received_points - old.received_points, received_posts = t.received_posts + new.received_posts - old.received_posts
    where t.workspace_id = new.workspace_id and t.user_id = new.user_id and t.value_id = new.value_id and t.private = new.private;
  end if;
  return null;
end $$;
create or replace function total_recognition_less() returns trigger language plpgsql as $$
begin
  update total_recognition t set
    given_points = t.given_points - g.given_points, given_posts = t.given_posts - g.given_posts,
    received_points = t.received_points - g.received_points, received_posts = t.received_posts - g.received_posts
  from (select workspace_id, user_id, value_id, private, sum(given_points) as given_points, sum(given_posts) as given_posts,
    sum(received_points) as received_points, sum(received_posts) as received_posts from gone group by 1, 2, 3, 4) g
  where t.workspace_id = g.workspace_id and t.user_id = g.user_id and t.value_id = g.value_id and t.private = g.private;
  return null;
end $$;
create trigger daily_recognition_totals after insert or update on daily_recognition for each row execute function total_recognition_keep();
create trigger daily_recognition_less after delete on daily_recognition referencing old table as gone for each statement execute function total_recognition_less();

-- Adds a post to the figures of its day; rows are touched in the order of their users, so that two posts in opposite
-- directions do not deadlock.
drop function rollup_post(uuid, date, uuid, uuid[], uuid, integer, integer);
create function rollup_post(p_workspace uuid, p_day date, p_from uuid, p_to uuid[], p_value uuid, p_score integer, p_private boolean)
returns void language sql as $$
  insert into daily_recognition as d (workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points, received_posts)
  select p_workspace, p_day, part.user_id, p_value, p_private, part.given, part.given_posts, part.received, part.received_posts
  from (
    select p_from as user_id, p_score::bigint * cardinality(p_to) as given, 1 as given_posts, 0 as received, 0 as received_posts
    union all select r, 0, 0, p_score, 1 from unnest(p_to) r
  ) part
  order by part.user_id
  on conflict (workspace_id, day, user_id, value_id, private) do update set
    given_points = d.given_points + excluded.given_points, given_posts = d.given_posts + excluded.given_posts,
    received_points = d.received_points + excluded.received_points, received_posts = d.received_posts + excluded.received_posts
$$;
revoke execute on function rollup_post(uuid, date, uuid, uuid[], uuid, integer, boolean) from public;
grant execute on function rollup_post(uuid, date, uuid, uuid[], uuid, integer, boolean) to laurel_app;

-- As before, for each kind: takes a post with its add-ons into the figures of a value (p_sign 1) or out of them (-1).
create or replace function rollup_posts(p_workspace uuid, p_ids uuid[], p_value uuid, p_sign integer) returns void language sql as $$
  insert into daily_recognition as d (workspace_id, day, user_id, value_id, private, given_points, given_posts, received_points, received_posts)
  select p_workspace, part.day, part.user_id, p_value, part.private, sum(part.given) * p_sign, sum(part.given_posts) * p_sign,
    sum(part.received) * p_sign, sum(part.received_posts) * p_sign
  from (
    select day, private, from_id as user_id, score::bigint * cardinality(to_ids) as given, 1 as given_posts, 0 as received, 0 as received_posts
    from posts where workspace_id = p_workspace and id = any (p_ids)
    union all select day, private, r, 0, 0, score, 1 from posts, unnest(to_ids) r where workspace_id = p_workspace and id = any (p_ids)
  ) part
  group by part.user_id, part.day, part.private
  order by part.user_id, part.day, part.private
  on conflict (workspace_id, day, user_id, value_id, private) do update set
    given_points = d.given_points + excluded.given_points, given_posts = d.given_posts + excluded.given_posts,
    received_points = d.received_points + excluded.received_points, received_posts = d.received_posts + excluded.received_posts
$$;

-- As before; the figures know whether the post is private.
create or replace function post_create(
  p_workspace uuid, p_id uuid, p_movement uuid, p_from uuid, p_to uuid[], p_value uuid, p_score integer, p_description text,
  p_private boolean, p_at timestamptz, p_period timestamptz, p_day date, p_key text, p_hash bytea, p_demo boolean,
  p_parent uuid default null, p_see_all boolean default false
) returns jsonb language plpgsql set search_path = public, pg_temp as $$
declare
  v_limit bigint;
  v_per_post integer;
  v_spent bigint;
  v_value jsonb;
  v_people jsonb;
  v_answer jsonb;
  v_hash bytea;
  v_found integer;
  v_parent posts%rowtype;
begin
  perform set_config('laurel.workspace', p_workspace::text, true);

  if p_key is not null then
    insert into idempotency_keys (workspace_id, user_id, key, request_hash, created_at)
    values (p_workspace, p_from, p_key, p_hash, p_at) on conflict do nothing;
    if not found then
      select response::jsonb, request_hash into v_answer, v_hash from idempotency_keys
      where workspace_id = p_workspace and user_id = p_from and key = p_key;
      if v_hash is distinct from p_hash then perform refuse('idempotency_mismatch'); end if;
      if v_answer is null then perform refuse('idempotency_in_flight'); end if;
      return v_answer || '{"replayed": true}';
    end if;
  end if;

  if p_parent is not null then
    select * into v_parent from posts where workspace_id = p_workspace and id = p_parent and deleted_at is null for no key update;
    if not found or (v_parent.private and not p_see_all and v_parent.from_id <> p_from and p_from <> all (v_parent.to_ids)) then perform refuse('not_found'); end if;
    if v_parent.parent_id is not null or v_parent.from_id = p_from then perform refuse('forbidden'); end if;
    p_to := array_remove(v_parent.to_ids, p_from);
    if cardinality(p_to) = 0 then perform refuse('self_recognition'); end if;
    -- Who has left meanwhile gets nothing.
    p_to := array(select u.id from users u where u.workspace_id = p_workspace and u.id = any (p_to) and u.state = 'accepted' order by array_position(p_to, u.id));
    if cardinality(p_to) = 0 then perform refuse('user_not_found'); end if;
    p_value := v_parent.value_id;
    p_private := v_parent.private;
  end if;

  if p_from = any (p_to) then perform refuse('self_recognition', '{"field": "to_id"}'); end if;

  -- A retired value stays on its posts, and on what is added to them.
  select jsonb_build_object('id', id, 'name', name, 'description', description, 'color', color, 'emoji', emoji,
    'keywords', to_jsonb(keywords), 'tag', tag, 'is_default', is_default, 'retired_at', retired_at) into v_value
  from "values" where workspace_id = p_workspace and id = p_value and (retired_at is null or p_parent is not null);
  if v_value is null then perform refuse('value_required', '{"field": "value_id"}'); end if;

  select coalesce(u.points_limit, s.points_limit), coalesce(u.points_limit_per_post, s.points_limit_per_post)
  into v_limit, v_per_post
  from users u join settings s on s.workspace_id = u.workspace_id
  where u.workspace_id = p_workspace and u.id = p_from;
  if v_per_post is not null and p_score > v_per_post then
    perform refuse('out_of_range', jsonb_build_object('field', 'score', 'start', 1, 'finish', v_per_post));
  end if;

  select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
      'job_title', u.job_title, 'state', u.state, 'demo', u.demo, 'avatar_key', f.storage_key)),
    count(*) filter (where u.state = 'accepted' and u.id <> p_from)
  into v_people, v_found
  from users u left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
  where u.workspace_id = p_workspace and u.id = any (p_to || p_from);
  if v_found <> cardinality(p_to) then perform refuse('user_not_found', '{"field": "to_id"}'); end if;

  v_spent := allowance_take(p_workspace, p_from, p_period, v_limit, p_score::bigint * cardinality(p_to));

  insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private, demo, parent_id, period_start, day, created_at)
  values (p_workspace, p_id, p_from, p_to, p_value, p_score, p_description, p_private, p_demo, p_parent, p_period, p_day, p_at);
  insert into post_recipients (workspace_id, post_id, user_id, private, add_on)
  select p_workspace, p_id, r, p_private, p_parent is not null from unnest(p_to) r;
  if p_parent is not null then
    update posts set add_on_count = add_on_count + 1, added_score = added_score + p_score where workspace_id = p_workspace and id = p_parent;
  end if;

  perform ledger_move(p_workspace, p_movement, 'post', p_id, p_from, p_at, '', p_demo,
    p_to, array_fill(p_score::bigint, array[cardinality(p_to)]), 'issued', false);

  perform rollup_post(p_workspace, p_day, p_from, p_to, p_value, p_score, p_private);

  v_answer := jsonb_build_object(
    'post', jsonb_build_object('id', p_id, 'from_id', p_from, 'to_ids', to_jsonb(p_to), 'value_id', p_value, 'score', p_score,
      'description', p_description, 'private', p_private, 'demo', p_demo, 'like_count', 0, 'liked', false, 'created_at', p_at),
    'people', v_people, 'value', v_value, 'remaining', v_limit - v_spent, 'replayed', false);
  if p_parent is not null then
    v_answer := v_answer || jsonb_build_object('parent', jsonb_build_object('id', p_parent, 'private', p_private, 'from_id', v_parent.from_id, 'to_ids', to_jsonb(v_parent.to_ids)));
  end if;
  if p_key is not null then
    update idempotency_keys set response = v_answer::json where workspace_id = p_workspace and user_id = p_from and key = p_key;
  end if;
  return v_answer;
end $$;

-- As before; the figures of a real author change in the row of the post's kind.
create or replace function demo_remove(p_workspace uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_people uuid[];
  v_posts uuid[];
  v_contributions uuid[];
  v_movements uuid[];
  p record;
begin
  if p_workspace is distinct from current_workspace() then raise exception 'demo: no workspace'; end if;
  perform 1 from workspaces where id = p_workspace for update;
  v_people := array(select id from users where workspace_id = p_workspace and demo);
  v_posts := array(select id from posts where workspace_id = p_workspace and (demo or from_id = any (v_people) or to_ids <@ v_people));
  v_contributions := array(select c.id from contributions c where c.workspace_id = p_workspace and c.user_id = any (v_people));

  -- Real authors get back what they gave to demo people alone, or to demo people among others.
  for p in
    select o.*, array(select r from unnest(o.to_ids) r where r = any (v_people)) as gone, o.id = any (v_posts) as whole
    from posts o where o.workspace_id = p_workspace and not o.demo and o.from_id <> all (v_people) and o.to_ids && v_people and o.deleted_at is null
  loop
    perform allowance_return(p_workspace, p.from_id, p.period_start, p.score::bigint * cardinality(p.gone));
    update daily_recognition set given_points = given_points - p.score::bigint * cardinality(p.gone), given_posts = given_posts - p.whole::int
    where workspace_id = p_workspace and day = p.day and user_id = p.from_id and value_id = p.value_id and private = p.private;
  end loop;

  -- Movements of what goes whole, and of demo people alone (an adjustment of their balance).
  v_movements := array(
    select m.id from movements m where m.workspace_id = p_workspace and (m.source_id = any (v_posts) or m.source_id = any (v_contributions)
      or (exists (select 1 from entries e where e.workspace_id = p_workspace and e.movement_id = m.id and e.user_id = any (v_people))
        and not exists (select 1 from entries e where e.workspace_id = p_workspace and e.movement_id = m.id and e.user_id is not null and e.user_id <> all (v_people)))));
  if exists (select 1 from entries e where e.workspace_id = p_workspace and e.movement_id = any (v_movements) and e.user_id is not null and e.user_id <> all (v_people)) then
    raise exception 'demo: a real balance would change';
  end if;
  delete from entries where workspace_id = p_workspace and movement_id = any (v_movements);
  delete from movements where workspace_id = p_workspace and id = any (v_movements);
  -- The rest of a movement still sums to zero without the demo people's part.
  with gone as (
    delete from entries where workspace_id = p_workspace and user_id = any (v_people) returning movement_id, amount
  ), part as (select movement_id, sum(amount) as amount from gone group by 1)
  update entries e set amount = e.amount + part.amount from part
  where e.workspace_id = p_workspace and e.movement_id = part.movement_id and e.user_id is null;

  delete from contributions where workspace_id = p_workspace and id = any (v_contributions);
  delete from purchases u where u.workspace_id = p_workspace and (u.demo or u.created_by = any (v_people))
    and not exists (select 1 from contributions c where c.workspace_id = p_workspace and c.purchase_id = u.id);
  update posts o set like_count = o.like_count - n.likes
  from (select post_id, count(*) as likes from likes where workspace_id = p_workspace and user_id = any (v_people) group by 1) n
  where o.workspace_id = p_workspace and o.id = n.post_id;
  update posts o set comment_count = o.comment_count - n.comments
  from (select post_id, count(*) as comments from comments where workspace_id = p_workspace and user_id = any (v_people) group by 1) n
  where o.workspace_id = p_workspace and o.id = n.post_id;
  update posts o set add_on_count = o.add_on_count - n.add_ons, added_score = o.added_score - n.score
  from (select parent_id, count(*) as add_ons, sum(score) as score from posts where workspace_id = p_workspace and id = any (v_posts) and add_on and deleted_at is null group by 1) n
  where o.workspace_id = p_workspace and o.id = n.parent_id;
  update posts o set reaction_counts = coalesce((select jsonb_object_agg(r.reaction, r.n) from (
      select reaction, count(*) as n from reactions where workspace_id = p_workspace and post_id = o.id and user_id <> all (v_people) group by 1) r), '{}')
  where o.workspace_id = p_workspace and o.id in (select post_id from reactions where workspace_id = p_workspace and user_id = any (v_people));
  delete from comments where workspace_id = p_workspace and (user_id = any (v_people) or post_id = any (v_posts));
  delete from reactions where workspace_id = p_workspace and (user_id = any (v_people) or post_id = any (v_posts));
  delete from likes where workspace_id = p_workspace and (user_id = any (v_people) or post_id = any (v_posts));
  delete from post_recipients where workspace_id = p_workspace and (user_id = any (v_people) or post_id = any (v_posts));
  delete from outbox where workspace_id = p_workspace and kind = 'points_received' and (params ->> 'post_id')::uuid = any (v_posts);
  delete from posts where workspace_id = p_workspace and id = any (v_posts);
  update posts set to_ids = array(select r from unnest(to_ids) r where r <> all (v_people)) where workspace_id = p_workspace and to_ids && v_people;
  delete from rewards r where r.workspace_id = p_workspace and r.demo
    and not exists (select 1 from purchases u where u.workspace_id = p_workspace and u.reward_id = r.id);
  update rewards set deleted_at = coalesce(deleted_at, now()), demo = false where workspace_id = p_workspace and demo;
  delete from users where workspace_id = p_workspace and demo;
end $$;
