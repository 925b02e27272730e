#!/bin/sh
# Runs once in the container of a new database volume. Creates Laurel's login, which owns its database
# and may create roles (laurel_app), but is no superuser.
# The superuser loses its password, so it can only connect inside the container:
#   docker compose exec database psql -U postgres
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role laurel login createrole password :'password';
create database laurel owner laurel;
alter role current_user password null;
SQL
