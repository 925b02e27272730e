-- Drafts of payroll read only contributions that are in no run, however many runs there are.
alter table contributions add column in_payroll_run boolean not null default false;
-- Row level security is forced on the owner too, so it is lifted for the change.
alter table contributions no force row level security;
update contributions c set in_payroll_run = true
where exists (
  select from payroll_lines l
  where l.workspace_id = c.workspace_id and l.purchase_id = c.purchase_id
    and l.user_id = c.user_id);
alter table contributions force row level security;
create index contributions_in_no_run on contributions (workspace_id, purchase_id)
  where status = 'fulfilled' and not in_payroll_run;

-- Finds the purchases that were taken back, for their corrections.
create index purchases_returned on purchases (workspace_id, returned_at)
  where returned_at is not null;

-- The sums of a year of purchases read the index alone.
drop index purchases_fulfilled;
create index purchases_fulfilled on purchases (workspace_id, status_changed_at)
  include (price, type) where status = 'fulfilled';
