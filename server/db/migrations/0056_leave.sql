-- Leave of a person, from a day to a day, both included. away_to is null: the end is not known.
alter table users
  add column away_from date,
  add column away_to date,
  add constraint users_away_check
    check (away_to is null or (away_from is not null and away_to >= away_from));
