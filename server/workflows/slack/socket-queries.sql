-- Printed by `npm run generate` for reading; do not edit.

-- listFreeSockets
select
  chat_sockets_due ($1, $2) as workspace_id;

-- claimSocket
update "chat_connections"
set
  "socket_holder" = $1,
  "socket_leased_until" = $2
where
  "workspace_id" = $3
  and "provider" = $4
  and "state" = $5
  and "socket_mode" = $6
  and (
    "socket_leased_until" is null
    or "socket_leased_until" <= $7
  );

-- renewSocket
update "chat_connections"
set
  "socket_leased_until" = $1
where
  "workspace_id" = $2
  and "provider" = $3
  and "state" = $4
  and "socket_mode" = $5
  and "socket_holder" = $6;

-- releaseSocket
update "chat_connections"
set
  "socket_holder" = $1,
  "socket_leased_until" = $2
where
  "workspace_id" = $3
  and "provider" = $4
  and "socket_holder" = $5;
