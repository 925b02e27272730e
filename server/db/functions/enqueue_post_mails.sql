-- Writes a mail for each recipient of a new post who wants one. It is due after 15 seconds: ten to
-- undo the post, and five for the request. Its text is rendered when it is sent. Writes nothing for a post
-- that does not exist, as when a request is replayed.
create or replace function enqueue_post_mails(p_workspace uuid, p_post uuid)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  o record;
begin
  for o in
    select u.id as user_id, u.email, coalesce(u.language, s.language) as language, p.created_at
    from posts p
    join users u on u.workspace_id = p.workspace_id and u.id = any (p.to_ids)
    join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = p_workspace and p.id = p_post and not p.demo and u.state = 'accepted'
      and u.email <> '' and u.notify_points_received and s.notify_points_received
  loop
    insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, next_at,
      created_at)
    values (p_workspace, gen_random_uuid(), 'points_received', o.email, o.language,
      jsonb_build_object('post_id', p_post), o.user_id, o.created_at + interval '15 seconds',
      o.created_at);
  end loop;
end $$;
revoke execute on function enqueue_post_mails from public;
grant execute on function enqueue_post_mails to laurel_app;
