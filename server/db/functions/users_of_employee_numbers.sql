-- Returns the people with these employee numbers, in any case and state, each with the given number.
-- The function folds both sides, as the unique index does: other languages fold some letters in
-- another way. Each number is looked up by key.
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
    select u.id, given.number from unnest(p_numbers) as given (number)
    cross join lateral (
      select id from users
      where workspace_id = p_workspace and employee_number <> ''
        and lower(employee_number) = lower(given.number) offset 0) u;
end $$;
revoke execute on function users_of_employee_numbers from public;
grant execute on function users_of_employee_numbers to laurel_app;
