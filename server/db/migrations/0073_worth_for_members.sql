-- Whether members see what points are worth, and whether a lower worth is announced (docs/money.md).
alter table settings
  add column show_worth boolean not null default false,
  add column announce_worth boolean not null default false;
