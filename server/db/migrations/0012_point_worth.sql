-- What 100 points are worth in cents, for budgets and reports. Null: not stated.
alter table settings
  add column hundred_points_cents integer check (hundred_points_cents between 1 and 10000000);
