-- Rules for the points that people may give (docs/organization.md). The first rule whose audience
-- includes a person applies; `audience` has the shape of AudienceInput.
create table allowance_rules (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  position integer not null,
  name text not null,
  audience jsonb not null,
  points_limit integer check (points_limit >= 0), -- null: unlimited
  points_limit_per_post integer check (points_limit_per_post >= 1), -- null: that of the team
  extra_per_report integer not null default 0 check (extra_per_report >= 0),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index allowance_rules_name on allowance_rules (workspace_id, lower(name));
select enable_tenant_rls('allowance_rules');

-- The rule that applies to a person, kept current by refreshAllowanceRules.
alter table users add column allowance_rule_id uuid;
alter table users add constraint users_allowance_rule
  foreign key (workspace_id, allowance_rule_id) references allowance_rules (workspace_id, id);
create index users_of_allowance_rule on users (workspace_id, allowance_rule_id)
  where allowance_rule_id is not null;

-- The limits of each person: their own, those of their rule, or those of the team. A limit of null
-- is unlimited. `source`: what sets points_limit. `reports`: direct reports that add points.
create view user_limits with (security_invoker = true) as
select u.workspace_id, u.id as user_id,
  case when u.points_limit is not null then u.points_limit
    when r.id is null then s.points_limit
    else r.points_limit + r.extra_per_report * l.reports end as points_limit,
  coalesce(u.points_limit_per_post, r.points_limit_per_post, s.points_limit_per_post)
    as points_limit_per_post,
  case when u.points_limit is not null then 'own' when r.id is null then 'team' else 'rule' end
    as source,
  r.name as rule_name, r.points_limit as rule_limit, r.extra_per_report, l.reports
from users u
join settings s on s.workspace_id = u.workspace_id
left join allowance_rules r on r.workspace_id = u.workspace_id and r.id = u.allowance_rule_id
left join lateral (
  select count(*)::integer as reports from users d
  where d.workspace_id = u.workspace_id and d.manager_id = u.id
    and d.state in ('pending', 'accepted') and r.extra_per_report > 0
) l on true;
grant select on user_limits to laurel_app;
