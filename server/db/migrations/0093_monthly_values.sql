-- Sums of daily_values by month: the values of ten years are some hundred rows instead of some ten
-- thousand.
create table monthly_values (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  month date not null,
  value_id uuid not null,
  private boolean not null,
  points bigint not null,
  posts bigint not null,
  primary key (workspace_id, month, value_id, private)
);
alter table daily_values no force row level security;
insert into monthly_values (workspace_id, month, value_id, private, points, posts)
select workspace_id, date_trunc('month', day::timestamp)::date, value_id, private, sum(points),
  sum(posts)
from daily_values
group by 1, 2, 3, 4;
alter table daily_values force row level security;
select enable_tenant_rls('monthly_values');
