-- A deleted post locked its workspace before the values of its day, the worker that creates
-- snapshots in the opposite order. Sums of values are deleted with their snapshots, so they need no
-- reference to the value.
alter table daily_values drop constraint daily_values_workspace_id_value_id_fkey,
  add foreign key (workspace_id) references workspaces (id) on delete cascade;
