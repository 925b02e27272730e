-- What stands under a post: comments, reactions, and add-ons, which are posts of their own with a parent.

-- How many comments, add-ons and reactions of each kind a post has is kept on it, under its lock, as its likes are.
-- `added_score` is the sum of the scores of its add-ons.
alter table posts
  add column parent_id uuid,
  add column comment_count integer not null default 0 check (comment_count >= 0),
  add column add_on_count integer not null default 0 check (add_on_count >= 0),
  add column added_score bigint not null default 0 check (added_score >= 0),
  add column reaction_counts jsonb not null default '{}',
  add column add_on boolean not null generated always as (parent_id is not null) stored,
  add foreign key (workspace_id, parent_id) references posts (workspace_id, id);
alter table post_recipients add column add_on boolean not null default false;

-- The feed is what stands by itself; what somebody gave and got is both, a range of each.
drop index posts_public;
drop index posts_private;
drop index posts_by_value;
drop index posts_by_author;
drop index post_recipients_of_user;
create index posts_public on posts (workspace_id, id desc) where not private and deleted_at is null and not add_on;
create index posts_private on posts (workspace_id, id desc) where private and deleted_at is null and not add_on;
create index posts_by_value on posts (workspace_id, value_id, id desc) where deleted_at is null and not add_on;
create index posts_by_author on posts (workspace_id, from_id, private, add_on, id desc) where deleted_at is null;
create index post_recipients_of_user on post_recipients (workspace_id, user_id, private, add_on, post_id desc) where not deleted;
create index posts_of_parent on posts (workspace_id, parent_id, id desc) where parent_id is not null;

create table comments (
  workspace_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index comments_of_post on comments (workspace_id, post_id, id desc);

create table reactions (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  reaction text not null check (reaction in ('clap', 'party', 'thanks', 'idea', 'fire', 'smile')),
  created_at timestamptz not null,
  primary key (workspace_id, post_id, user_id, reaction),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
select wall_off('comments', 'reactions');

alter table settings
  add column comments boolean not null default true,
  add column reactions boolean not null default true,
  add column add_ons boolean not null default true;

------------------------------------------------------------------ giving points, also to a post that stands

-- Giving points is one round trip: everything a post needs happens in this function, or nothing does. With a parent it is
-- an add-on: value, privacy and recipients are the parent's, and the parent is locked before anything else of points is,
-- as whoever deletes it does.
-- Answers {"post": {...}, "people": [...], "value": {...}, "parent": {...}|null, "remaining": n|null, "replayed": bool}.
drop function post_create(uuid, uuid, uuid, uuid, uuid[], uuid, integer, text, boolean, timestamptz, timestamptz, date, text, bytea, boolean);
create function post_create(
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

  perform rollup_post(p_workspace, p_day, p_from, p_to, p_value, p_score, 1);

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

-- Takes several posts (one with its add-ons) into the figures of a value (p_sign 1) or out of them (-1): one statement, rows
-- in the order of their users, as rollup_post does.
create function rollup_posts(p_workspace uuid, p_ids uuid[], p_value uuid, p_sign integer) returns void language sql as $$
  insert into daily_recognition as d (workspace_id, day, user_id, value_id, given_points, given_posts, received_points, received_posts)
  select p_workspace, part.day, part.user_id, p_value, sum(part.given) * p_sign, sum(part.given_posts) * p_sign, sum(part.received) * p_sign, sum(part.received_posts) * p_sign
  from (
    select day, from_id as user_id, score::bigint * cardinality(to_ids) as given, 1 as given_posts, 0 as received, 0 as received_posts
    from posts where workspace_id = p_workspace and id = any (p_ids)
    union all select day, r, 0, 0, score, 1 from posts, unnest(to_ids) r where workspace_id = p_workspace and id = any (p_ids)
  ) part
  group by part.user_id, part.day
  order by part.user_id, part.day
  on conflict (workspace_id, day, user_id, value_id) do update set
    given_points = d.given_points + excluded.given_points, given_posts = d.given_posts + excluded.given_posts,
    received_points = d.received_points + excluded.received_points, received_posts = d.received_posts + excluded.received_posts
$$;

-- As before, in the order of their users: whoever gives back the allowances of several people takes them so.
create or replace function allowances_rebuild(p_workspace uuid, p_period timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  insert into allowances as a (workspace_id, user_id, period_start, spent)
  select workspace_id, from_id, p_period, sum(score::bigint * cardinality(to_ids)) from posts
  where workspace_id = p_workspace and created_at >= p_period and deleted_at is null group by 1, 2 order by 2
  on conflict (workspace_id, user_id, period_start) do update set spent = excluded.spent;
end $$;

-- As before, with what the team has switched on under posts.
drop function session_enter(bytea, timestamptz);
create function session_enter(p_token bytea, p_at timestamptz)
returns table (
  session_id uuid, kind text, account_id uuid, seen_at timestamptz, workspace_id uuid, user_id uuid,
  global_administrator boolean, account_administrator boolean, rewards_administrator boolean, billing_administrator boolean,
  limit_period text, timezone text, language text, trial_ends_at timestamptz, paid_until timestamptz, manual_payments boolean,
  comments boolean, reactions boolean, add_ons boolean
) language plpgsql set search_path = public, pg_temp as $$
declare
  s sessions%rowtype;
begin
  select * into s from sessions where token_hash = p_token and revoked_at is null and expires_at > p_at;
  if not found then return; end if;
  if s.kind = 'temporary' then
    return query select s.id, s.kind, s.account_id, s.seen_at, null::uuid, null::uuid, false, false, false, false,
      null::text, null::text, null::text, null::timestamptz, null::timestamptz, false, false, false, false;
    return;
  end if;
  perform set_config('laurel.workspace', s.workspace_id::text, true);
  return query
  select s.id, s.kind, s.account_id, s.seen_at, u.workspace_id, u.id,
    p.global_administrator, p.account_administrator, p.rewards_administrator, p.billing_administrator,
    t.limit_period, t.timezone, coalesce(u.language, t.language), w.trial_ends_at, w.paid_until, w.manual_payments,
    t.comments, t.reactions, t.add_ons
  from users u
  join workspaces w on w.id = u.workspace_id and w.deleted_at is null
  join settings t on t.workspace_id = u.workspace_id
  join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
  where u.workspace_id = s.workspace_id and u.id = s.user_id and u.account_id = s.account_id and u.state = 'accepted';
end $$;

-- As before, but nobody is told of a post while it can still be taken back: the undo's ten seconds, and five for the way.
create or replace function post_tell() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, next_at, created_at)
  select new.workspace_id, gen_random_uuid(), 'points_received', u.email, coalesce(u.language, s.language),
    jsonb_build_object('post_id', new.id), u.id, new.created_at + interval '15 seconds', new.created_at
  from users u join settings s on s.workspace_id = u.workspace_id
  where u.workspace_id = new.workspace_id and u.id = any (new.to_ids) and u.state = 'accepted' and u.email <> ''
    and u.notify_points_received and s.notify_points_received;
  return null;
end $$;

------------------------------------------------------------------ taking away for good, with what stands under posts

-- As before: feed, points and rewards history go.
create or replace function workspace_reset(p_workspace uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'reset: no workspace'; end if;
  -- Every movement of points points at this row: none begins before this has ended.
  perform 1 from workspaces where id = p_workspace for update;
  update rewards r set available_amount = available_amount + open.n
  from (select reward_id, count(*) as n from purchases where workspace_id = p_workspace and status in ('pending', 'purchased') group by 1) open
  where r.workspace_id = p_workspace and r.id = open.reward_id and r.available_amount is not null;
  delete from allowances where workspace_id = p_workspace;
  delete from entries where workspace_id = p_workspace;
  delete from movements where workspace_id = p_workspace;
  delete from contributions where workspace_id = p_workspace;
  delete from purchases where workspace_id = p_workspace;
  delete from comments where workspace_id = p_workspace;
  delete from reactions where workspace_id = p_workspace;
  delete from likes where workspace_id = p_workspace;
  delete from post_recipients where workspace_id = p_workspace;
  delete from posts where workspace_id = p_workspace;
  delete from daily_recognition where workspace_id = p_workspace;
  delete from daily_redemptions where workspace_id = p_workspace;
  delete from idempotency_keys where workspace_id = p_workspace;
  delete from outbox where workspace_id = p_workspace and kind <> 'invite';
  update wallets set balance = 0, entries_count = 0 where workspace_id = p_workspace;
end $$;

-- As before: the demo people, their posts and rewards leave without a trace in anybody's balance. What was added to their
-- posts gave points to them alone, and goes with them; what they said under the posts of others goes as well.
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
    where workspace_id = p_workspace and day = p.day and user_id = p.from_id and value_id = p.value_id;
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

revoke execute on function
  post_create(uuid, uuid, uuid, uuid, uuid[], uuid, integer, text, boolean, timestamptz, timestamptz, date, text, bytea, boolean, uuid, boolean),
  rollup_posts(uuid, uuid[], uuid, integer), session_enter(bytea, timestamptz) from public;
grant execute on function
  post_create(uuid, uuid, uuid, uuid, uuid[], uuid, integer, text, boolean, timestamptz, timestamptz, date, text, bytea, boolean, uuid, boolean),
  rollup_posts(uuid, uuid[], uuid, integer), session_enter(bytea, timestamptz) to laurel_app;
