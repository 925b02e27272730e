-- Whom a new person meets first, chosen by a manager above them (docs/moments.md).
create table introductions (
  workspace_id uuid not null,
  user_id uuid not null, -- the new person
  person_id uuid not null,
  place smallint not null,
  introduced_by uuid not null,
  primary key (workspace_id, user_id, person_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, person_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, introduced_by) references users (workspace_id, id) on delete cascade
);
create index introductions_of_person on introductions (workspace_id, person_id);
create index introductions_by on introductions (workspace_id, introduced_by);
select enable_tenant_rls('introductions');
