-- A new budget has no points. A policy says so instead of privileges on columns, because Citus
-- inserts into all columns of a table.
grant insert on budgets to laurel_app;
create policy budgets_begin_empty on budgets as restrictive for insert to laurel_app
  with check (balance = 0 and funded = 0);
