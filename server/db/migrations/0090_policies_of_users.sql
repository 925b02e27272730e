-- Policies of users read the workspace and the account of the transaction. An account sees its users of
-- all workspaces, so both are compared with each user; in subqueries they are read once for a query.
-- Citus refuses subqueries in policies: there they stay as they are, and laurel shard removes them
-- (server/platform/database/sharding.ts).
do $$ begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter policy tenant on users using (workspace_id = (select current_workspace()))
      with check (workspace_id = current_workspace());
    alter policy own_memberships on users using (account_id = (select current_account()));
  end if;
end $$;
