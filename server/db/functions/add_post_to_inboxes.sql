-- Writes an inbox item for each recipient of a new post or add-on who wants one. Demo users have no
-- inbox. Writes nothing for a post that does not exist, as when a request is replayed.
create or replace function add_post_to_inboxes(p_workspace uuid, p_post uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_post record;
  v_switch text;
  v_kind text;
  v_user uuid;
  v_id uuid;
begin
  select from_id, to_ids, parent_id, score, created_at into v_post from posts
    where workspace_id = p_workspace and id = p_post and not demo;
  if not found then return; end if;
  v_switch := case when v_post.parent_id is null then 'thanks' else 'points_added' end;
  v_kind := case when v_post.from_id is null then 'company_post' else v_switch end;
  for v_user in
    select id from users where workspace_id = p_workspace and id = any (v_post.to_ids)
      and not demo and state = 'accepted' and v_switch <> all (inbox_muted)
  loop
    -- A variable: Citus keeps no plan of a statement that calls a volatile function.
    v_id := gen_random_uuid();
    insert into inbox_items (workspace_id, user_id, id, kind, post_id, points, actor_ids,
      actor_count, created_at, updated_at)
    values (p_workspace, v_user, v_id, v_kind, p_post, v_post.score,
      array_remove(array[v_post.from_id], null), (v_post.from_id is not null)::int,
      v_post.created_at, v_post.created_at);
  end loop;
end $$;
revoke execute on function add_post_to_inboxes from public;
grant execute on function add_post_to_inboxes to laurel_app;
