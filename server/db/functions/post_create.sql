-- Creates a post with everything that belongs to it in one round trip: idempotency key, rules,
-- allowance, recipients, ledger and rollups. With p_parent it is an add-on: value, privacy and
-- recipients are those of the parent, and the parent is locked before any points are, as
-- deletion does. With p_budget a budget pays instead of the allowance; the caller has checked who
-- may give from it, and to whom.
-- p_effects names the functions that run afterwards in the same transaction:
-- add_post_to_inboxes, enqueue_post_mails, enqueue_post_webhooks. A replayed request runs none.
-- Without a parent or a picture, each statement reads one table, because Citus keeps the plan of no
-- other (decision 050).
-- Returns {"post": {}, "people": [], "value": {}, "remaining": n|null, "given_posts": n, "replayed":
-- bool}, and "parent": {} for an add-on. given_posts counts the posts and add-ons of the sender.
create or replace function post_create(
  p_workspace uuid, p_id uuid, p_movement uuid, p_from uuid, p_to uuid[], p_value uuid,
  p_score integer, p_description text, p_private boolean, p_at timestamptz, p_period timestamptz,
  p_day date, p_key text, p_hash bytea, p_demo boolean, p_parent uuid default null,
  p_see_all boolean default false, p_picture uuid default null, p_alt text default '',
  p_effects text[] default '{}', p_budget uuid default null
) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
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
  v_picture jsonb;
  v_user uuid;
  v_given bigint;
  v_own record;
  v_team record;
  v_rule record;
  v_reports integer;
  v_files uuid[];
  v_keys jsonb;
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
    select * into v_parent from posts where workspace_id = p_workspace and id = p_parent
      and deleted_at is null for no key update;
    if not found or (v_parent.private and not p_see_all and v_parent.from_id is distinct from p_from
      and p_from <> all (v_parent.to_ids) and not exists (select from post_readers
        where workspace_id = p_workspace and user_id = p_from and post_id = p_parent)) then
      perform refuse('not_found');
    end if;
    if v_parent.parent_id is not null or v_parent.from_id = p_from
      or v_parent.imported_from is not null then
      perform refuse('forbidden');
    end if;
    p_to := array_remove(v_parent.to_ids, p_from);
    if cardinality(p_to) = 0 then perform refuse('self_recognition'); end if;
    -- Recipients who have left since get nothing.
    p_to := array(select u.id from users u where u.workspace_id = p_workspace and u.id = any (p_to)
      and u.state = 'accepted' order by array_position(p_to, u.id));
    if cardinality(p_to) = 0 then perform refuse('user_not_found'); end if;
    p_value := v_parent.value_id;
    p_private := v_parent.private;
  end if;

  if p_from = any (p_to) then perform refuse('self_recognition', '{"field": "to_id"}'); end if;

  -- A retired value stays on its posts and on their add-ons.
  select jsonb_build_object('id', id, 'name', name, 'description', description, 'color', color,
    'emoji', emoji, 'keywords', to_jsonb(keywords), 'tag', tag, 'is_default', is_default,
    'retired_at', retired_at) into v_value
  from "values" where workspace_id = p_workspace and id = p_value
    and (retired_at is null or p_parent is not null);
  if v_value is null then perform refuse('value_required', '{"field": "value_id"}'); end if;

  -- As in server/modules/allowances/limits-table.ts.
  select points_limit, points_limit_per_post, allowance_rule_id into v_own from users
    where workspace_id = p_workspace and id = p_from;
  select points_limit, points_limit_per_post into v_team from settings
    where workspace_id = p_workspace;
  v_limit := v_team.points_limit;
  v_per_post := v_team.points_limit_per_post;
  if v_own.allowance_rule_id is not null then
    select points_limit, points_limit_per_post, extra_per_report into v_rule
      from allowance_rules where workspace_id = p_workspace and id = v_own.allowance_rule_id;
    -- Not found: deleted since.
    if found then
      v_limit := v_rule.points_limit;
      v_per_post := coalesce(v_rule.points_limit_per_post, v_per_post);
      if v_rule.extra_per_report > 0 then
        select count(*) into v_reports from users where workspace_id = p_workspace
          and manager_id = p_from and state in ('pending', 'accepted');
        v_limit := v_limit + v_rule.extra_per_report * v_reports;
      end if;
    end if;
  end if;
  v_limit := coalesce(v_own.points_limit, v_limit);
  v_per_post := coalesce(v_own.points_limit_per_post, v_per_post);
  if p_budget is null and v_per_post is not null and p_score > v_per_post then
    perform refuse('out_of_range',
      jsonb_build_object('field', 'score', 'start', 1, 'finish', v_per_post));
  end if;

  select jsonb_agg(jsonb_build_object('id', id, 'first_name', first_name, 'last_name', last_name,
      'email', email, 'job_title', job_title, 'state', state, 'demo', demo,
      'avatar_key', avatar_file_id))
      filter (where id = p_from or id = any (p_to[1:50])), -- limits.post_people_shown
    array_agg(avatar_file_id) filter (where avatar_file_id is not null),
    count(*) filter (where state = 'accepted' and id <> p_from)
  into v_people, v_files, v_found
  from users where workspace_id = p_workspace and id = any (p_to || p_from);
  if v_found <> cardinality(p_to) then
    perform refuse('user_not_found', '{"field": "to_id"}');
  end if;
  if v_files is not null then
    select jsonb_object_agg(id, storage_key) into v_keys from files
      where workspace_id = p_workspace and id = any (v_files);
    v_people := (select jsonb_agg(person
        || jsonb_build_object('avatar_key', v_keys -> (person ->> 'avatar_key')))
      from jsonb_array_elements(v_people) person);
  end if;

  -- A picture of the sender that no post has yet. It expires after a day.
  if p_picture is not null then
    select jsonb_build_object('width', f.width, 'height', f.height, 'alt', p_alt) into v_picture
    from files f where f.workspace_id = p_workspace and f.id = p_picture and f.kind = 'post'
      and f.created_by = p_from and f.created_at > p_at - interval '1 day'
    for update;
    -- After the lock, so that of two posts with this picture one is refused.
    if v_picture is null or exists (select 1 from posts p where p.workspace_id = p_workspace
      and p.picture_file_id = p_picture) then perform refuse('picture_expired', '{"field": "picture"}'); end if;
  end if;

  if p_budget is null then
    v_spent := allowance_take(
      p_workspace, p_from, p_period, v_limit, p_score::bigint * cardinality(p_to));
  else
    perform budget_take(p_workspace, p_budget, p_at, p_score::bigint * cardinality(p_to));
  end if;

  insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
    demo, parent_id, period_start, day, created_at, picture_file_id, picture, budget_id)
  values (p_workspace, p_id, p_from, p_to, p_value, p_score, p_description, p_private, p_demo,
    p_parent, p_period, p_day, p_at, p_picture, v_picture, p_budget);
  foreach v_user in array p_to loop
    insert into post_recipients (workspace_id, post_id, user_id, private, add_on)
    values (p_workspace, p_id, v_user, p_private, p_parent is not null);
  end loop;
  if p_parent is not null then
    update posts set add_on_count = add_on_count + 1, added_score = added_score + p_score
      where workspace_id = p_workspace and id = p_parent;
  end if;

  perform ledger_move(p_workspace, p_movement, 'post', p_id, p_from, p_at, '', p_demo,
    p_to, array_fill(p_score::bigint, array[cardinality(p_to)]),
    case when p_budget is null then 'issued' else 'budget' end, false, p_budget);

  perform rollup_post(p_workspace, p_day, p_from, p_to, p_value, p_score, p_private);

  select sum(given_posts) into v_given from total_recognition
    where workspace_id = p_workspace and user_id = p_from;

  if 'add_post_to_inboxes' = any (p_effects) then
    perform add_post_to_inboxes(p_workspace, p_id);
  end if;
  if 'enqueue_post_mails' = any (p_effects) then
    perform enqueue_post_mails(p_workspace, p_id);
  end if;
  if 'enqueue_post_webhooks' = any (p_effects) then
    perform enqueue_post_webhooks(p_workspace, p_id);
  end if;

  v_answer := jsonb_build_object(
    'post', jsonb_build_object('id', p_id, 'from_id', p_from, 'to_ids', to_jsonb(p_to),
      'value_id', p_value, 'score', p_score, 'description', p_description, 'private', p_private,
      'demo', p_demo, 'like_count', 0, 'liked', false, 'created_at', p_at,
      'picture', v_picture, 'imported', false),
    'people', v_people, 'value', v_value, 'remaining', v_limit - v_spent, 'given_posts', v_given,
    'replayed', false);
  if p_parent is not null then
    v_answer := v_answer || jsonb_build_object('parent', jsonb_build_object('id', p_parent,
      'private', p_private, 'from_id', v_parent.from_id, 'to_ids', to_jsonb(v_parent.to_ids)));
  end if;
  if p_key is not null then
    update idempotency_keys set response = v_answer::json where workspace_id = p_workspace
      and user_id = p_from and key = p_key;
  end if;
  return v_answer;
end $$;
revoke execute on function post_create from public;
grant execute on function post_create to laurel_app;
