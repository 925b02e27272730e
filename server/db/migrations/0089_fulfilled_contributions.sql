-- Drafts of payroll find the parts of a range by the time at which they were fulfilled, without the
-- purchases of all ranges.
alter table contributions add column fulfilled_at timestamptz; -- null: not fulfilled
-- Row level security is forced on the owner too, so it is lifted for the change.
alter table contributions no force row level security;
update contributions c set fulfilled_at = p.status_changed_at
from purchases p
where p.workspace_id = c.workspace_id and p.id = c.purchase_id and c.status = 'fulfilled';
alter table contributions force row level security;
alter table contributions add constraint contributions_fulfilled_at_check
  check ((status = 'fulfilled') = (fulfilled_at is not null));
drop index contributions_in_no_run;
create index contributions_in_no_run on contributions (workspace_id, fulfilled_at)
  where status = 'fulfilled' and not in_payroll_run;

-- What people have used of limits is read from the index alone.
create index payroll_lines_usage on payroll_lines (workspace_id, user_id, period_start)
  include (rule_id, currency, value_minor, limited_minor, taxable_minor)
  where rule_id is not null;
