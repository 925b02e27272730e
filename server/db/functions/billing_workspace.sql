-- Returns the workspace of a customer: a webhook of a provider knows only its own reference.
create or replace function billing_workspace(p_provider text, p_ref text) returns uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select workspace_id from billing_customers where provider = p_provider and ref = p_ref);
end $$;
revoke execute on function billing_workspace from public;
grant execute on function billing_workspace to laurel_app;
