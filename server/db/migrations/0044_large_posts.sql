-- A budget pays for posts to the people of groups, at most limits.budget_recipients_max.
alter table posts drop constraint posts_to_ids_check,
  add constraint posts_to_ids_check check (cardinality(to_ids) between 1 and 500);

-- It gets a parameter for a group.
drop function if exists posts_search;
