-- Returns the people with these employee numbers, which are in lower case, in every state.
-- Runs as the owner, because no index can serve lower() under row level security.
create or replace function users_of_employee_numbers(p_workspace uuid, p_numbers text[])
returns table (user_id uuid, number text)
language plpgsql stable security definer set search_path = public, pg_temp
  rows 1 set plan_cache_mode = force_custom_plan as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'employee numbers: no workspace';
  end if;
  return query
    select u.id, lower(u.employee_number) from users u
    where u.workspace_id = p_workspace and u.employee_number <> ''
      and lower(u.employee_number) = any (p_numbers);
end $$;
revoke execute on function users_of_employee_numbers from public;
grant execute on function users_of_employee_numbers to laurel_app;
