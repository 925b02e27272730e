#!/bin/sh
# Runs once, in the container of a new database volume: Laurel's login owns its database and may create roles (laurel_app), no more.
# The superuser loses its password: it connects inside of the container alone (docker compose exec database psql -U postgres).
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role laurel login createrole password :'password';
create database laurel owner laurel;
alter role current_user password null;
SQL
