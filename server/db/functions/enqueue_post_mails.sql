-- Writes a mail for each recipient of a new post who wants one. It is due after 15 seconds: ten to
-- undo the post, and five for the way. Its text is made when it is sent. Writes nothing for a post
-- that does not exist, as when a request is replayed.
create or replace function enqueue_post_mails(p_workspace uuid, p_post uuid)
returns void
language sql set search_path = public, pg_temp as $$
  insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, next_at,
    created_at)
  select p.workspace_id, gen_random_uuid(), 'points_received', u.email,
    coalesce(u.language, s.language), jsonb_build_object('post_id', p.id), u.id,
    p.created_at + interval '15 seconds', p.created_at
  from posts p
  join users u on u.workspace_id = p.workspace_id and u.id = any (p.to_ids)
  join settings s on s.workspace_id = p.workspace_id
  where p.workspace_id = p_workspace and p.id = p_post and not p.demo and u.state = 'accepted'
    and u.email <> '' and u.notify_points_received and s.notify_points_received
$$;
revoke execute on function enqueue_post_mails from public;
grant execute on function enqueue_post_mails to laurel_app;
