-- Giving points is one round trip: everything a post needs happens in this function, or nothing does.
-- Answers {"post": {...}, "people": [...], "value": {...}, "remaining": n|null, "replayed": bool}.
create function post_create(
  p_workspace uuid, p_id uuid, p_movement uuid, p_from uuid, p_to uuid[], p_value uuid, p_score integer, p_description text,
  p_private boolean, p_at timestamptz, p_period timestamptz, p_day date, p_key text, p_hash bytea, p_demo boolean
) returns jsonb language plpgsql set search_path = public, pg_temp as $$
declare
  v_limit bigint;
  v_per_post integer;
  v_spent bigint;
  v_cost bigint := p_score::bigint * cardinality(p_to);
  v_value jsonb;
  v_people jsonb;
  v_answer jsonb;
  v_hash bytea;
  v_found integer;
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

  if p_from = any (p_to) then perform refuse('self_recognition', '{"field": "to_id"}'); end if;

  select jsonb_build_object('id', id, 'name', name, 'description', description, 'color', color, 'emoji', emoji,
    'keywords', to_jsonb(keywords), 'tag', tag, 'is_default', is_default, 'retired_at', retired_at) into v_value
  from "values" where workspace_id = p_workspace and id = p_value and retired_at is null;
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

  v_spent := allowance_take(p_workspace, p_from, p_period, v_limit, v_cost);

  insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private, demo, period_start, day, created_at)
  values (p_workspace, p_id, p_from, p_to, p_value, p_score, p_description, p_private, p_demo, p_period, p_day, p_at);
  insert into post_recipients (workspace_id, post_id, user_id, private)
  select p_workspace, p_id, r, p_private from unnest(p_to) r;

  perform ledger_move(p_workspace, p_movement, 'post', p_id, p_from, p_at, '', p_demo,
    p_to, array_fill(p_score::bigint, array[cardinality(p_to)]), 'issued', false);

  perform rollup_post(p_workspace, p_day, p_from, p_to, p_value, p_score, 1);

  v_answer := jsonb_build_object(
    'post', jsonb_build_object('id', p_id, 'from_id', p_from, 'to_ids', to_jsonb(p_to), 'value_id', p_value, 'score', p_score,
      'description', p_description, 'private', p_private, 'demo', p_demo, 'like_count', 0, 'liked', false, 'created_at', p_at),
    'people', v_people, 'value', v_value, 'remaining', v_limit - v_spent, 'replayed', false);
  if p_key is not null then
    update idempotency_keys set response = v_answer::json where workspace_id = p_workspace and user_id = p_from and key = p_key;
  end if;
  return v_answer;
end $$;

-- Adds a post to the day's figures (p_sign 1) or takes it out (-1); rows are touched in the order of their users,
-- so that two posts in opposite directions do not deadlock.
create function rollup_post(p_workspace uuid, p_day date, p_from uuid, p_to uuid[], p_value uuid, p_score integer, p_sign integer)
returns void language sql as $$
  insert into daily_recognition as d (workspace_id, day, user_id, value_id, given_points, given_posts, received_points, received_posts)
  select p_workspace, p_day, part.user_id, p_value, part.given * p_sign, part.given_posts * p_sign, part.received * p_sign, part.received_posts * p_sign
  from (
    select p_from as user_id, p_score::bigint * cardinality(p_to) as given, 1 as given_posts, 0 as received, 0 as received_posts
    union all select r, 0, 0, p_score, 1 from unnest(p_to) r
  ) part
  order by part.user_id
  on conflict (workspace_id, day, user_id, value_id) do update set
    given_points = d.given_points + excluded.given_points, given_posts = d.given_posts + excluded.given_posts,
    received_points = d.received_points + excluded.received_points, received_posts = d.received_posts + excluded.received_posts
$$;

-- Who a bearer token stands for, with everything a request needs to know: one round trip, and the next request
-- after a permission is removed or a user deactivated already sees it.
create function session_enter(p_token bytea, p_at timestamptz)
returns table (
  session_id uuid, kind text, account_id uuid, seen_at timestamptz, workspace_id uuid, user_id uuid,
  global_administrator boolean, account_administrator boolean, rewards_administrator boolean, billing_administrator boolean,
  limit_period text, timezone text, language text, trial_ends_at timestamptz, paid_until timestamptz, manual_payments boolean
) language plpgsql set search_path = public, pg_temp as $$
declare
  s sessions%rowtype;
begin
  select * into s from sessions where token_hash = p_token and revoked_at is null and expires_at > p_at;
  if not found then return; end if;
  if s.kind = 'temporary' then
    return query select s.id, s.kind, s.account_id, s.seen_at, null::uuid, null::uuid, false, false, false, false,
      null::text, null::text, null::text, null::timestamptz, null::timestamptz, false;
    return;
  end if;
  perform set_config('laurel.workspace', s.workspace_id::text, true);
  return query
  select s.id, s.kind, s.account_id, s.seen_at, u.workspace_id, u.id,
    p.global_administrator, p.account_administrator, p.rewards_administrator, p.billing_administrator,
    t.limit_period, t.timezone, coalesce(u.language, t.language), w.trial_ends_at, w.paid_until, w.manual_payments
  from users u
  join workspaces w on w.id = u.workspace_id and w.deleted_at is null
  join settings t on t.workspace_id = u.workspace_id
  join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
  where u.workspace_id = s.workspace_id and u.id = s.user_id and u.account_id = s.account_id and u.state = 'accepted';
end $$;
