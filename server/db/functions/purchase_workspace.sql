-- Returns the workspace of a purchase: a webhook of a provider knows only its id.
create or replace function purchase_workspace(p_purchase uuid) returns uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select workspace_id from purchases where id = p_purchase);
end $$;
revoke execute on function purchase_workspace from public;
grant execute on function purchase_workspace to laurel_app;
