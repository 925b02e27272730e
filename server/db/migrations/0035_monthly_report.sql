-- The month in numbers, for people who read reports. Each of them turns it on.
alter table settings
  add column notify_monthly_report boolean not null default true,
  add column report_month date; -- first day of the last month with report mails
alter table users
  add column notify_monthly_report boolean not null default false;
