-- What 100 points are worth from a day on (docs/money.md). The worth of a past day never changes.
create table point_worths (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  country text check (country ~ '^[A-Z]{2}$'), -- null: countries without a worth of their own
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  hundred_points_minor integer not null check (hundred_points_minor between 1 and 1000000000),
  valid_from date not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);
create unique index point_worths_of_country on point_worths (workspace_id, country, valid_from)
  nulls not distinct;
create index point_worths_of_creator on point_worths (workspace_id, created_by)
  where created_by is not null;
select enable_tenant_rls('point_worths');

-- The worth of the settings was in US dollars and had no history.
-- Row level security is forced on the owner too, so it is lifted for the change.
alter table point_worths no force row level security;
insert into point_worths (workspace_id, id, currency, hundred_points_minor, valid_from, created_at)
select w.id, gen_random_uuid(), 'USD', s.hundred_points_cents,
  (w.created_at at time zone s.timezone)::date, w.created_at
from workspaces w join settings s on s.workspace_id = w.id
where s.hundred_points_cents is not null;
alter table point_worths force row level security;
alter table settings drop column hundred_points_cents;

-- Money of ended graces was in US dollars.
alter table leaver_graces add column currency text check (currency ~ '^[A-Z]{3}$');
alter table leaver_graces no force row level security;
update leaver_graces set currency = 'USD' where cents is not null;
alter table leaver_graces force row level security;
alter table leaver_graces rename column cents to money_minor;
alter table leaver_graces
  add constraint leaver_graces_money check ((money_minor is null) = (currency is null));
