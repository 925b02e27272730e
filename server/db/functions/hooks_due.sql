-- Returns webhooks with a due delivery, in random order. One index step for each active webhook,
-- however many deliveries wait. A channel of a chat app keeps its order: only its first delivery
-- counts.
create or replace function hooks_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, hook_id uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select h.workspace_id, h.id from hooks h join workspaces o on o.id = h.workspace_id
    where h.state = 'active' and (h.wait_until is null or h.wait_until <= p_at)
      and o.deleted_at is null
      and case when h.channel_id is null then
          exists (select 1 from hook_deliveries d where d.workspace_id = h.workspace_id
            and d.hook_id = h.id and d.state = 'waiting' and d.next_at <= p_at)
        else p_at >= (select d.next_at from hook_deliveries d
          where d.workspace_id = h.workspace_id and d.hook_id = h.id and d.state = 'waiting'
          order by d.created_at, d.subject_id, d.id limit 1)
        end
    order by random() limit p_limit;
end $$;
revoke execute on function hooks_due from public;
grant execute on function hooks_due to laurel_app;
