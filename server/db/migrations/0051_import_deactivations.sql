-- Imports deactivate members whose row says that they have left, if the administrator agrees.
alter table imports
  add column deactivates boolean not null default false,
  add column deactivated_count integer not null default 0;
-- `deactivate`: a member has left. `ignore`: someone who has left and is no active member.
alter table import_rows drop constraint import_rows_review_check;
alter table import_rows add constraint import_rows_review_check
  check (review in ('update', 'refused', 'deactivate', 'ignore'));
alter table import_rows drop constraint import_rows_outcome_check;
alter table import_rows add constraint import_rows_outcome_check
  check (outcome in ('invited', 'updated', 'refused', 'deactivated', 'ignored'));
