#!/bin/sh
# Runs once on each node, in the container of a new volume: the database with Citus, and its roles.
# Both roles have the password of Laurel's login, with which nodes connect to each other.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role laurel login createrole password :'password';
create role laurel_app login nosuperuser nobypassrls password :'password';
grant laurel_app to laurel;
create database laurel owner laurel;
SQL
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=laurel --command='create extension citus'
# Lets a node connect to other nodes as the role of the query.
for role in postgres laurel laurel_app; do
  echo "*:5432:*:$role:$POSTGRES_PASSWORD"
done > "$PGDATA/.pgpass"
chmod 600 "$PGDATA/.pgpass"
