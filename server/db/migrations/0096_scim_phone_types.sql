-- The type that the provider gave the phone number, so that its changes of a mobile number find it.
alter table scim_users add column phone_type text not null default 'work'
  check (phone_type in ('work', 'mobile', 'home', 'fax', 'pager', 'other'));
