-- Policies of users read the workspace and the account in subqueries, so that they are read once for
-- a query instead of once for each user: an account sees its users of all workspaces, so that the
-- planner cannot compare the workspace once. Citus refuses subqueries in policies; there they are as
-- before (server/platform/database/sharding.ts).
do $$ begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter policy tenant on users using (workspace_id = (select current_workspace()))
      with check (workspace_id = current_workspace());
    alter policy own_memberships on users using (account_id = (select current_account()));
  end if;
end $$;
