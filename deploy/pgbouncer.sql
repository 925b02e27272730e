-- The login of Laurel's processes behind PgBouncer, to be run once by the owner after the first `laurel migrate`. It has no more
-- rights than laurel_app, which it acts as from its first statement on. Give it its password then: \password laurel_web
create role laurel_web login;
grant laurel_app to laurel_web;
alter role laurel_web set role = 'laurel_app';
alter role laurel_web set timezone = 'UTC';
alter role laurel_web set statement_timeout = '15s';
alter role laurel_web set idle_in_transaction_session_timeout = '30s';
alter role laurel_web set jit = off;
