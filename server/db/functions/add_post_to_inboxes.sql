-- Writes an inbox item for each recipient of a new post or add-on who wants one. Demo users have no
-- inbox. Writes nothing for a post that does not exist, as when a request is replayed.
create or replace function add_post_to_inboxes(p_workspace uuid, p_post uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  o record;
begin
  for o in
    select u.id as user_id, k.kind, p.score, p.from_id, p.created_at
    from posts p
    cross join lateral (
      select case when p.from_id is null then 'company_post' when p.parent_id is null then 'thanks'
        else 'points_added' end as kind,
        case when p.parent_id is null then 'thanks' else 'points_added' end as switch) k
    join users u on u.workspace_id = p.workspace_id and u.id = any (p.to_ids)
    where p.workspace_id = p_workspace and p.id = p_post and not p.demo and not u.demo
      and u.state = 'accepted' and k.switch <> all (u.inbox_muted)
  loop
    insert into inbox_items (workspace_id, user_id, id, kind, post_id, points, actor_ids,
      actor_count, created_at, updated_at)
    values (p_workspace, o.user_id, gen_random_uuid(), o.kind, p_post, o.score,
      array_remove(array[o.from_id], null), (o.from_id is not null)::int, o.created_at, o.created_at);
  end loop;
end $$;
revoke execute on function add_post_to_inboxes from public;
grant execute on function add_post_to_inboxes to laurel_app;
