-- Outgoing webhooks, and the bridges to Slack and Microsoft Teams (decision 023). Ours to others; webhook_events (0007) is
-- what providers tell us.

-- Where to tell. `url` is what people read: a webhook's address whole, of a bridge its host alone, for its address is the
-- key to it. `secret` is sealed: what a webhook is signed with, or a bridge's whole address. The old one signs too until
-- `old_until`. Only `active` ones get new deliveries; `off` was not our administrators' wish: `off_reason`.
create table hooks (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('webhook', 'slack', 'teams')),
  url text not null,
  description text not null default '',
  events text[] not null,
  secret bytea not null,
  old_secret bytea,
  old_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'off')),
  off_reason text check (off_reason in ('failing', 'gone')),
  -- Turns that failed one after another; nothing is sent to it before wait_until.
  failures integer not null default 0,
  failing_since timestamptz,
  wait_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((state = 'off') = (off_reason is not null))
);

-- One thing to tell one receiver: a thin row, whose payload is made when it is sent. `id` is the webhook-id of every try.
-- `attempts` counts since it was last asked to be sent; `status`, `answer` and `reason` are of the last one.
create table hook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  hook_id uuid not null,
  event text not null,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  status integer,
  answer text not null default '',
  reason text not null default '',
  next_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, hook_id) references hooks (workspace_id, id) on delete cascade
);
create index hook_deliveries_waiting on hook_deliveries (workspace_id, hook_id, next_at) where state = 'waiting';
create index hook_deliveries_untold on hook_deliveries (workspace_id, subject_id) where state = 'waiting';
create index hook_deliveries_log on hook_deliveries (workspace_id, hook_id, created_at desc, id desc);

------------------------------------------------------------------ what happens is written down where it happens

-- A row for each active hook that wants the event: one look at the hooks of the workspace, which are ten at most.
create function hooks_tell(p_workspace uuid, p_event text, p_subject uuid, p_at timestamptz, p_next timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
  select h.workspace_id, gen_random_uuid(), h.id, p_event, p_subject, p_next, p_at
  from hooks h where h.workspace_id = p_workspace and h.state = 'active' and p_event = any (h.events)
$$;

-- Nobody is told of a post while it can still be taken back (as mails do, 0015). Chats hear of what stands by itself alone.
-- A team without hooks pays one look at an index for it.
create function post_hooks() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from hooks where workspace_id = new.workspace_id) then return null; end if;
  insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
  select h.workspace_id, gen_random_uuid(), h.id, 'post.created', new.id, new.created_at + interval '15 seconds', new.created_at
  from hooks h where h.workspace_id = new.workspace_id and h.state = 'active' and 'post.created' = any (h.events) and (h.kind = 'webhook' or new.parent_id is null);
  return null;
end $$;
create trigger posts_hooks after insert on posts for each row when (not new.private and not new.demo) execute function post_hooks();

create function post_value_hooks() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform hooks_tell(new.workspace_id, 'post.updated', new.id, date_trunc('milliseconds', now()), 'epoch');
  return null;
end $$;
create trigger posts_value_hooks after update of value_id on posts for each row
  when (old.value_id is distinct from new.value_id and not new.private and not new.demo and new.deleted_at is null) execute function post_value_hooks();

-- Whoever has not been told of the post yet is not told of it at all, nor that it is gone.
create function post_gone_hooks() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with untold as (
    delete from hook_deliveries d where d.workspace_id = new.workspace_id and d.subject_id = new.id and d.state = 'waiting' and d.attempts = 0
      and d.event in ('post.created', 'post.updated') returning d.hook_id, d.event
  )
  insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
  select h.workspace_id, gen_random_uuid(), h.id, 'post.deleted', new.id, new.deleted_at, new.deleted_at
  from hooks h where h.workspace_id = new.workspace_id and h.state = 'active' and 'post.deleted' = any (h.events)
    and not exists (select 1 from untold u where u.hook_id = h.id and u.event = 'post.created');
  return null;
end $$;
create trigger posts_gone_hooks after update of deleted_at on posts for each row
  when (old.deleted_at is null and new.deleted_at is not null and not new.private and not new.demo) execute function post_gone_hooks();

create function comment_hooks() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from posts where workspace_id = new.workspace_id and id = new.post_id and not private and not demo) then
    perform hooks_tell(new.workspace_id, 'comment.created', new.id, new.created_at, new.created_at);
  end if;
  return null;
end $$;
create trigger comments_hooks after insert on comments for each row execute function comment_hooks();

-- A reward was bought by one person, or filled by the team; what became of it.
create function purchase_hooks() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from purchases where workspace_id = new.workspace_id and id = new.purchase_id and not demo) then
    perform hooks_tell(new.workspace_id, case when new.type in ('redeemed', 'purchased', 'forced') then 'purchase.created' when new.type = 'expired' then 'purchase.declined'
      else 'purchase.' || new.type end, new.purchase_id, new.created_at, new.created_at);
  end if;
  return null;
end $$;
create trigger purchases_hooks after insert on purchase_events for each row
  when (new.type in ('redeemed', 'purchased', 'forced', 'fulfilled', 'declined', 'expired', 'canceled')) execute function purchase_hooks();

create function user_hooks() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state = 'accepted' then
    perform hooks_tell(new.workspace_id, 'user.joined', new.id, coalesce(new.accepted_at, new.created_at), coalesce(new.accepted_at, new.created_at));
  else
    perform hooks_tell(new.workspace_id, 'user.left', new.id, coalesce(new.deleted_at, date_trunc('milliseconds', now())), 'epoch');
  end if;
  return null;
end $$;
create trigger users_hooks_in after insert on users for each row when (new.state = 'accepted' and not new.demo) execute function user_hooks();
create trigger users_hooks after update of state on users for each row
  when (old.state is distinct from new.state and not new.demo and (new.state = 'accepted' or old.state = 'accepted' or (old.state = 'deactivated' and new.state = 'deleted'))) execute function user_hooks();

------------------------------------------------------------------ workers

-- Hooks with something due, in no order: one step along the index for each hook that has anything waiting, however much it is.
create function hooks_due(p_at timestamptz, p_limit integer) returns table (workspace_id uuid, hook_id uuid)
language sql volatile security definer set search_path = public, pg_temp as $$
  with recursive waiting as (
    (select d.workspace_id, d.hook_id, d.next_at from hook_deliveries d where d.state = 'waiting' order by 1, 2, 3 limit 1)
    union all
    select n.* from waiting w, lateral (
      select d.workspace_id, d.hook_id, d.next_at from hook_deliveries d
      where d.state = 'waiting' and (d.workspace_id, d.hook_id) > (w.workspace_id, w.hook_id) order by 1, 2, 3 limit 1) n
  )
  select w.workspace_id, w.hook_id from waiting w
  join hooks h on h.workspace_id = w.workspace_id and h.id = w.hook_id join workspaces o on o.id = w.workspace_id
  where w.next_at <= p_at and h.state = 'active' and (h.wait_until is null or h.wait_until <= p_at) and o.deleted_at is null
  order by random() limit p_limit
$$;

-- Old deliveries go, so many at a time: hook by hook along its log. Answers how many went.
create function hook_deliveries_prune(p_before timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_gone integer;
begin
  delete from hook_deliveries g using (
    select d.workspace_id, d.id from hooks h, lateral (
      select d.workspace_id, d.id from hook_deliveries d where d.workspace_id = h.workspace_id and d.hook_id = h.id and d.created_at < p_before limit p_limit) d
    limit p_limit) old
  where g.workspace_id = old.workspace_id and g.id = old.id;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

select wall_off('hooks', 'hook_deliveries');
create policy owner_prunes on hook_deliveries for delete to current_user using (true);
revoke execute on function hooks_tell(uuid, text, uuid, timestamptz, timestamptz), hooks_due(timestamptz, integer), hook_deliveries_prune(timestamptz, integer),
  post_hooks(), post_value_hooks(), post_gone_hooks(), comment_hooks(), purchase_hooks(), user_hooks() from public;
grant execute on function hooks_tell(uuid, text, uuid, timestamptz, timestamptz), hooks_due(timestamptz, integer), hook_deliveries_prune(timestamptz, integer),
  post_hooks(), post_value_hooks(), post_gone_hooks(), comment_hooks(), purchase_hooks(), user_hooks() to laurel_app;
