-- The reward that a person saves for. Only they see it.
create table reward_goals (
  workspace_id uuid not null,
  user_id uuid not null,
  reward_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reward_id) references rewards (workspace_id, id) on delete cascade
);
create index reward_goals_of_reward on reward_goals (workspace_id, reward_id);

select enable_tenant_rls('reward_goals');
