-- Writes a mail for each recipient of a new post who wants one. It is due after 15 seconds: ten to
-- undo the post, and five for the request. Its text is rendered when it is sent. Writes nothing for a post
-- that does not exist, as when a request is replayed.
create or replace function enqueue_post_mails(p_workspace uuid, p_post uuid)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_post record;
  v_language text;
  v_id uuid;
  o record;
begin
  select to_ids, created_at into v_post from posts
    where workspace_id = p_workspace and id = p_post and not demo;
  if not found then return; end if;
  select language into v_language from settings
    where workspace_id = p_workspace and notify_points_received;
  if not found then return; end if;
  for o in
    select id, email, language from users
    where workspace_id = p_workspace and id = any (v_post.to_ids) and state = 'accepted'
      and email <> '' and notify_points_received
  loop
    -- A variable: Citus keeps no plan of a statement that calls a volatile function.
    v_id := gen_random_uuid();
    insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, next_at,
      created_at)
    values (p_workspace, v_id, 'points_received', o.email, coalesce(o.language, v_language),
      jsonb_build_object('post_id', p_post), o.id, v_post.created_at + interval '15 seconds',
      v_post.created_at);
  end loop;
end $$;
revoke execute on function enqueue_post_mails from public;
grant execute on function enqueue_post_mails to laurel_app;
