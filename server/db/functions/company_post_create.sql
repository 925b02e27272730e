-- Creates a post by the workspace itself, with its points for each recipient. p_source is the
-- account that pays: 'issued', 'budget' (p_budget, charged here) or 'held' (charged before).
-- Received points count in the rollups, posts do not: nobody has thanked anybody.
-- p_readers see a private post beside its recipients. p_effects as in post_create. Refuses
-- user_not_found unless all recipients are accepted users.
create or replace function company_post_create(
  p_workspace uuid, p_id uuid, p_movement uuid, p_type text, p_occasion jsonb, p_to uuid[],
  p_value uuid, p_score integer, p_description text, p_private boolean, p_readers uuid[],
  p_at timestamptz, p_day date, p_demo boolean, p_source text, p_budget uuid, p_effects text[]
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_found integer;
begin
  select count(*) into v_found from users
    where workspace_id = p_workspace and id = any (p_to) and state = 'accepted';
  if v_found <> cardinality(p_to) then
    perform refuse('user_not_found', '{"field": "to_id"}');
  end if;
  if p_score > 0 and p_source = 'budget' then
    perform budget_take(p_workspace, p_budget, p_at, p_score::bigint * cardinality(p_to));
  end if;

  insert into posts (workspace_id, id, occasion, to_ids, value_id, score, description, private,
    demo, period_start, day, created_at, budget_id)
  values (p_workspace, p_id, p_occasion, p_to, p_value, p_score, p_description, p_private, p_demo,
    p_at, p_day, p_at, p_budget);
  insert into post_recipients (workspace_id, post_id, user_id, private)
    select p_workspace, p_id, r, p_private from unnest(p_to) r;
  if p_private then
    insert into post_readers (workspace_id, user_id, post_id)
      select p_workspace, u.id, p_id from users u
      where u.workspace_id = p_workspace and u.id = any (p_readers) and u.id <> all (p_to);
  end if;

  if p_score > 0 then
    perform ledger_move(p_workspace, p_movement, p_type, p_id, null, p_at, '', p_demo, p_to,
      array_fill(p_score::bigint, array[cardinality(p_to)]), p_source, false,
      case when p_source = 'budget' then p_budget end);
    perform rollup_posts(p_workspace, array[p_id], p_value, 1);
  end if;

  if 'add_post_to_inboxes' = any (p_effects) then
    perform add_post_to_inboxes(p_workspace, p_id);
  end if;
  if 'enqueue_post_mails' = any (p_effects) then
    perform enqueue_post_mails(p_workspace, p_id);
  end if;
  if 'enqueue_post_webhooks' = any (p_effects) then
    perform enqueue_post_webhooks(p_workspace, p_id);
  end if;
end $$;
revoke execute on function company_post_create from public;
grant execute on function company_post_create to laurel_app;
