-- A new budget has no points. Policies say so instead of privileges on columns, because Citus inserts
-- into all columns of a table. One for each command, because Citus makes a restrictive policy
-- permissive on its nodes. The owner imports budgets with their points.
grant insert on budgets to laurel_app;
drop policy tenant on budgets;
create policy tenant on budgets for select using (workspace_id = current_workspace());
create policy tenant_inserts on budgets for insert
  with check (workspace_id = current_workspace()
    and (current_user <> 'laurel_app' or (balance = 0 and funded = 0)));
create policy tenant_updates on budgets for update
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy tenant_deletes on budgets for delete using (workspace_id = current_workspace());
