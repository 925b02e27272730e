-- Row level security over every tenant table, and what the app's role may do. A test walks the catalogue:
-- a new table without a policy fails the build.

do $$
declare
  t text;
begin
  foreach t in array array['settings', 'files', 'users', 'permissions', 'invites', 'values', 'posts', 'post_recipients', 'likes',
    'rewards', 'purchases', 'contributions', 'wallets', 'movements', 'entries', 'allowances', 'daily_recognition',
    'daily_redemptions', 'idempotency_keys', 'outbox', 'audit_log']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = current_workspace()) with check (workspace_id = current_workspace())', t);
  end loop;
end $$;

alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy tenant on workspaces using (id = current_workspace()) with check (id = current_workspace());

-- Before somebody has chosen a workspace, an account sees its own memberships and the teams they are in, and no more.
create policy own_memberships on users for select using (account_id = current_account());
create policy own_workspaces on workspaces for select
  using (current_account() is not null and id in (select workspace_id from users where account_id = current_account()));
create policy own_logos on files for select
  using (kind = 'logo' and current_account() is not null
    and workspace_id in (select workspace_id from users where account_id = current_account()));

revoke all on all tables in schema public from public;
revoke execute on all functions in schema public from public;
grant usage on schema public to laurel_app;
grant select, insert, update, delete on all tables in schema public to laurel_app;
revoke insert, update, delete, truncate on wallets, movements, entries, allowances from laurel_app;
revoke update, delete, truncate on audit_log from laurel_app;
grant execute on all functions in schema public to laurel_app;
revoke execute on function user_open() from laurel_app;
-- Migrations run under a lock and are forward only; the server may read which have run, not change them.
do $$
declare
  t text;
begin
  for t in select table_name from information_schema.tables where table_schema = 'public' and table_name like 'kysely%' loop
    execute format('revoke all on %I from laurel_app', t);
    execute format('grant select on %I to laurel_app', t);
  end loop;
end $$;
