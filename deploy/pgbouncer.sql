-- The login of Laurel's processes behind PgBouncer. The owner runs this file once, after the first
-- `laurel migrate`. The login acts as laurel_app and has no further rights. Then set its password:
--   \password laurel_web
create role laurel_web login;
grant laurel_app to laurel_web;
alter role laurel_web set role = 'laurel_app';
alter role laurel_web set timezone = 'UTC';
alter role laurel_web set statement_timeout = '15s';
alter role laurel_web set idle_in_transaction_session_timeout = '30s';
alter role laurel_web set jit = off;
alter role laurel_web set max_parallel_workers_per_gather = 0;
