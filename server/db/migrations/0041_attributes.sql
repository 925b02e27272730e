-- Custom attributes of people, and groups kept by a rule (docs/organization.md).
create table attributes (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('text', 'list')),
  options text[] not null default '{}', -- of a list
  visibility text not null check (visibility in ('everyone', 'managers', 'administrators')),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((kind = 'list') = (cardinality(options) > 0))
);
create unique index attributes_name on attributes (workspace_id, lower(name));

create table attribute_values (
  workspace_id uuid not null,
  user_id uuid not null,
  attribute_id uuid not null,
  value text not null check (value <> ''),
  primary key (workspace_id, user_id, attribute_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, attribute_id) references attributes (workspace_id, id) on delete cascade
);
create index attribute_values_of_attribute
  on attribute_values (workspace_id, attribute_id, lower(value));

select enable_tenant_rls('attributes');
select enable_tenant_rls('attribute_values');

-- The conditions of a group kept by a rule: [{"field", "attribute_id", "values"}].
alter table groups add column rule jsonb;
alter table groups add constraint groups_rule check ((managed_by = 'rule') = (rule is not null));
alter table groups add constraint groups_rule_kind check (rule is null or kind in ('team', 'custom'));
create index groups_with_rule on groups (workspace_id) where rule is not null;
