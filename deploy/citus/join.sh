#!/bin/sh
# Registers the workers at the coordinator once they answer. Safe to repeat.
set -eu
psql --set=ON_ERROR_STOP=1 --host=coordinator --username=postgres --dbname=laurel <<'SQL'
select citus_set_coordinator_host('coordinator', 5432);
select citus_add_node(name, 5432) from unnest(array['worker1', 'worker2']) name
  where not exists (select from pg_dist_node where nodename = name);
SQL
