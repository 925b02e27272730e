alter table imports
  add column date_orders jsonb not null default '{}', -- order of day and month by date field
  add column warned_count integer not null default 0; -- imported rows with an unreadable cell
-- The outcome of the dry run. Null: the person is invited. `code` is the reason of a refused row, or
-- the first warning of another one.
alter table import_rows add column review text check (review in ('update', 'refused'));
create index import_rows_reported on import_rows (workspace_id, import_id, line)
  where code is not null;
-- A column of full names had the field of first names before.
update imports set fields = array_replace(fields, 'first_name', 'full_name')
where state in ('uploaded', 'in_progress') and not 'last_name' = any(fields);
