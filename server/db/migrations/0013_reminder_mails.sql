-- Mails that come by themselves: the week in numbers, and points left before a period ends. New
-- teams get them. Existing teams get them when an administrator turns them on.
alter table settings
  add column notify_weekly_digest boolean not null default false,
  add column notify_points_left boolean not null default false,
  add column digest_week date, -- Monday of the last week with digest mails
  add column points_left_period timestamptz; -- start of the last period with reminder mails
alter table settings
  alter column notify_weekly_digest set default true,
  alter column notify_points_left set default true;
alter table users
  add column notify_weekly_digest boolean not null default true,
  add column notify_points_left boolean not null default true;
