-- Groups of large teams, computed at night and on demand for the usual ranges of the dashboard
-- (decision 065). They follow the sums of pairs: a reset deletes both.
create table computed_groups (
  workspace_id uuid not null references pair_sum_teams (workspace_id) on delete cascade,
  range text not null check (range in ('7d', '30d', '90d', 'month', 'quarter', 'year')),
  from_day date not null,
  to_day date not null,
  computed_at timestamptz not null,
  summary jsonb not null, -- what the overview shows: ids and numbers
  primary key (workspace_id, range)
);

-- All people of a group, the best connected first, and the recognition between the first of them.
create table computed_group_people (
  workspace_id uuid not null,
  range text not null,
  position integer not null,
  people uuid[] not null,
  edges jsonb not null,
  primary key (workspace_id, range, position),
  foreign key (workspace_id, range) references computed_groups (workspace_id, range)
    on delete cascade
);

select enable_tenant_rls('computed_groups', 'computed_group_people');
