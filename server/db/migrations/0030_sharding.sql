-- Row level security that Citus can apply on each node: policies without subqueries. The teams of
-- an account are named by the transaction (Database.account).
create function current_workspaces() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('laurel.workspaces', true), ''), ',')::uuid[] $$;
revoke execute on function current_workspaces from public;
grant execute on function current_workspaces to laurel_app;

drop policy own_workspaces on workspaces;
create policy own_workspaces on workspaces for select using (id = any (current_workspaces()));
drop policy own_logos on files;
create policy own_logos on files for select
  using (kind = 'logo' and workspace_id = any (current_workspaces()));

-- account_change_email runs as its caller now.
drop policy owner_readdresses on users;

-- Its effects are parameters now: on Citus a function runs on the node of its workspace only when
-- it is the whole statement.
drop function if exists post_create;

-- Replaced by account_prune and deleted_workspace_prune_accounts.
drop function if exists accounts_prune;

-- Replaced by notifyWorkers, which notifies on the node on which processes listen.
drop trigger if exists outbox_notify on outbox;
drop trigger if exists hook_deliveries_notify on hook_deliveries;
drop trigger if exists gift_orders_notify on gift_orders;
