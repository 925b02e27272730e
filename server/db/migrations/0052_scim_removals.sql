-- When the provider deleted a user, who does not exist for it until it creates the user again or an
-- administrator reactivates the member.
alter table scim_users add column removed_at timestamptz;
