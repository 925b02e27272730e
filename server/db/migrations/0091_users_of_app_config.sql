-- The configuration that each page loads counts the members of a team, and asks whether it has
-- invited people and demonstration data, without reading all of its users. The account is for row
-- level security.
create index users_accepted on users (workspace_id) include (account_id)
  where state = 'accepted' and not demo;
create index users_invited on users (workspace_id) where invited_by is not null and not demo;
create index users_demo on users (workspace_id) where demo;
