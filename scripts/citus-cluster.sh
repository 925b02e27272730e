#!/usr/bin/env bash
# Runs a Citus cluster on this machine, for `npm run verify:citus` and trials: one coordinator and
# WORKERS workers on loopback ports, without passwords and without fsync. Never for real data.
#
#   CITUS_DIR=<folder> scripts/citus-cluster.sh start     creates the nodes if missing, starts them
#   CITUS_DIR=<folder> scripts/citus-cluster.sh stop
#   CITUS_DIR=<folder> scripts/citus-cluster.sh status
#   CITUS_DIR=<folder> scripts/citus-cluster.sh database <name>   a new database on every node
#   CITUS_DIR=<folder> scripts/citus-cluster.sh base-backup   a base backup of each node, and its
#     WAL from then on, in backup/ and wal/ of the folder
#   CITUS_DIR=<folder> scripts/citus-cluster.sh restore <point>   all nodes from their base backups,
#     up to a restore point; the nodes before are kept in lost/
#   CITUS_SOURCE=<folder> scripts/citus-cluster.sh build  builds and installs Citus from its source
#
# PostgreSQL 15 to 17 with Citus 13 is in PG_BIN. To build Citus on Debian: apt-get install
# postgresql-15 postgresql-server-dev-15 libcurl4-openssl-dev libzstd-dev liblz4-dev libssl-dev
# libkrb5-dev libpam0g-dev libxml2-dev libxslt1-dev flex bison autoconf build-essential, and
# git clone --branch v13.2.2 https://github.com/citusdata/citus.git
set -euo pipefail
PG_BIN=${PG_BIN:-/usr/lib/postgresql/15/bin}
RUN_AS=${RUN_AS:-postgres}
PORT=${CITUS_PORT:-55432}
WORKERS=${WORKERS:-2}

if [ "${1:-}" = build ]; then
  cd "${CITUS_SOURCE:?folder with the source of Citus}"
  # PostgreSQL 15.18 exports a function that Citus 13.2.2 defines itself.
  header=src/include/pg_version_compat.h
  grep -q citus_have_createdb_privilege "$header" ||
    sed -i '/^static inline bool$/{N;/have_createdb_privilege/s/^/#define have_createdb_privilege citus_have_createdb_privilege\n/}' "$header"
  # Citus 13.2.1 and 13.2.2 never find the plans that they keep (citusdata/citus#8824).
  sed -i 's/list_length(distributedPlan->workerJob->taskList) != 1/list_length(distributedPlan->workerJob->taskList) > 1/' \
    src/backend/distributed/planner/local_plan_cache.c
  ./configure PG_CONFIG="$PG_BIN/pg_config"
  make -j"$(nproc)" extension
  make install-extension
  exit
fi

DIR=${CITUS_DIR:?folder of the nodes}
[ -f "$("$PG_BIN/pg_config" --sharedir)/extension/citus.control" ] || {
  echo "The PostgreSQL in $PG_BIN has no Citus: CITUS_SOURCE=<folder> $0 build" >&2
  exit 3
}
# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && setpriv --reuid="$RUN_AS" --regid="$RUN_AS" --init-groups env HOME="$DIR" "$@")
  else
    "$@"
  fi
}
node_names() {
  echo coordinator
  for i in $(seq "$WORKERS"); do echo "worker$i"; done
}
port_of() {
  case $1 in
    coordinator) echo "$PORT" ;;
    worker*) echo $((PORT + ${1#worker})) ;;
  esac
}
is_running() { [ -f "$DIR/$1/postmaster.pid" ] && as_postgres "$PG_BIN/pg_ctl" -D "$DIR/$1" status > /dev/null; }
create_node() {
  as_postgres "$PG_BIN/initdb" -D "$DIR/$1" -U postgres --auth=trust --encoding=UTF8 \
    --locale=C.UTF-8 --no-sync > /dev/null
  cat >> "$DIR/$1/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $(port_of "$1")
unix_socket_directories = '$DIR'
shared_buffers = 96MB
max_connections = 400
max_prepared_transactions = 800
max_locks_per_transaction = 1024
max_worker_processes = 64
wal_level = logical
archive_mode = on
archive_command = '[ ! -d $DIR/wal/$1 ] || cp %p $DIR/wal/$1/%f'
max_wal_senders = 20
max_replication_slots = 20
fsync = off
full_page_writes = off
timezone = 'UTC'
log_min_messages = warning
shared_preload_libraries = 'citus'
citus.shard_count = ${SHARDS:-4}
citus.enable_statistics_collection = off
citus.enable_unsafe_triggers = on
citus.max_cached_conns_per_worker = 1
citus.node_conninfo = 'sslmode=disable'
CONF
}
start() {
  mkdir -p "$DIR"
  [ "$(id -u)" = 0 ] && chown "$RUN_AS" "$DIR"
  for node in $(node_names); do
    [ -d "$DIR/$node" ] || create_node "$node"
    is_running "$node" ||
      as_postgres "$PG_BIN/pg_ctl" -D "$DIR/$node" -w -l "$DIR/$node.log" start > /dev/null
  done
}
stop() {
  for node in $(node_names | tac); do
    ! is_running "$node" || as_postgres "$PG_BIN/pg_ctl" -D "$DIR/$node" -w -m "${STOP_MODE:-fast}" stop > /dev/null
  done
}
base_backup() {
  for node in $(node_names); do
    as_postgres mkdir -p "$DIR/wal/$node" "$DIR/backup"
    as_postgres env PGOPTIONS="-c client_min_messages=warning" "$PG_BIN/pg_basebackup" -h 127.0.0.1 -p "$(port_of "$node")" -U postgres \
      -D "$DIR/backup/$node" --checkpoint=fast --wal-method=none --no-sync
  done
}
restore() {
  local point=${1:?name of the restore point} node
  stop
  as_postgres mkdir -p "$DIR/lost"
  for node in $(node_names); do
    mv "$DIR/$node" "$DIR/lost/$node"
    cp -a "$DIR/backup/$node" "$DIR/$node"
    cat >> "$DIR/$node/postgresql.auto.conf" <<CONF
archive_command = '/bin/true'
restore_command = 'cp $DIR/wal/$node/%f %p'
recovery_target_name = '$point'
recovery_target_action = 'promote'
CONF
    as_postgres touch "$DIR/$node/recovery.signal"
  done
  start
}
run_sql() { "$PG_BIN/psql" -h 127.0.0.1 -p "$1" -U postgres -d "$2" -v ON_ERROR_STOP=1 -qAt -c "$3"; }
# What deploy/citus/init.sh does in containers: Laurel's login owns the database and may create
# roles, and laurel_app may log in, because Citus connects to workers as the role of the query.
database() {
  local name=${1:?name of the database} node
  for node in $(node_names); do
    run_sql "$(port_of "$node")" postgres "do \$\$ begin create role laurel login createrole; exception when duplicate_object then null; end \$\$"
    run_sql "$(port_of "$node")" postgres "create database \"$name\" owner laurel"
    run_sql "$(port_of "$node")" "$name" 'create extension citus'
  done
  run_sql "$PORT" "$name" "select citus_set_coordinator_host('127.0.0.1', $PORT)" > /dev/null
  for node in $(node_names | tail -n +2); do
    run_sql "$PORT" "$name" "select citus_add_node('127.0.0.1', $(port_of "$node"))" > /dev/null
  done
  run_sql "$PORT" "$name" "do \$\$ begin create role laurel_app login nosuperuser nobypassrls; exception when duplicate_object then alter role laurel_app login; end \$\$"
  run_sql "$PORT" "$name" 'grant laurel_app to laurel'
  echo "postgres://laurel@127.0.0.1:$PORT/$name"
}
case ${1:-} in
  start) start ;;
  stop) stop ;;
  status) for node in $(node_names); do echo "$node $(port_of "$node") $(is_running "$node" && echo running || echo stopped)"; done ;;
  database) database "${2:-}" ;;
  base-backup) base_backup ;;
  restore) restore "${2:-}" ;;
  *)
    sed -n '2,17p' "$0" >&2
    exit 2
    ;;
esac
