-- Writes the deliveries of post.created for a new post, due when it can no longer be undone, as its
-- mails are. Webhooks and chat bridges receive public posts, bridges top-level posts only. A chat app
-- receives one delivery, however many channels it has: a worker expands it later (decision 057), and
-- private posts become direct messages without their content. A workspace without webhooks pays for
-- one index lookup. Writes nothing for a post that does not exist, as when a request is replayed.
create or replace function enqueue_post_webhooks(p_workspace uuid, p_post uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  o record;
begin
  perform 1 from hooks where workspace_id = p_workspace limit 1;
  if not found then return; end if;
  for o in
    select h.id as hook_id, p.created_at
    from posts p join hooks h on h.workspace_id = p.workspace_id
    where p.workspace_id = p_workspace and p.id = p_post and not p.demo
      and h.state = 'active' and 'post.created' = any (h.events)
      and (h.kind in ('slack_app', 'teams_app')
        or not p.private and (h.kind = 'webhook' or p.parent_id is null))
  loop
    insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at,
      created_at)
    values (p_workspace, gen_random_uuid(), o.hook_id, 'post.created', p_post,
      o.created_at + interval '15 seconds', o.created_at);
  end loop;
end $$;
revoke execute on function enqueue_post_webhooks from public;
grant execute on function enqueue_post_webhooks to laurel_app;
