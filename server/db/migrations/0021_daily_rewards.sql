-- Purchases of each reward by UTC day, for the days up to the newest report snapshot. UTC, because
-- the popular rewards of a range follow the current time zone of the workspace (decision 047).
create table daily_rewards (
  workspace_id uuid not null,
  day date not null,
  reward_id uuid not null,
  purchases bigint not null,
  points bigint not null,
  primary key (workspace_id, day, reward_id),
  foreign key (workspace_id, reward_id) references rewards (workspace_id, id) on delete cascade
);
select enable_tenant_rls('daily_rewards');
