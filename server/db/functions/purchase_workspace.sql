-- Returns the workspace of the purchase of a gift card: a webhook of a provider knows only its id.
-- Two teams may have the purchase after an import of a workspace, but one of them has the order.
create or replace function purchase_workspace(p_purchase uuid) returns uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select p.workspace_id from purchases p
    join gift_orders g on g.workspace_id = p.workspace_id and g.purchase_id = p.id
    where p.id = p_purchase);
end $$;
revoke execute on function purchase_workspace from public;
grant execute on function purchase_workspace to laurel_app;
