-- Printed by `npm run generate` for reading; do not edit.

-- listGivenPosts
select
  p.id,
  p.created_at,
  v.name as value,
  p.score as points,
  p.description as text,
  p.private,
  p.parent_id as added_to,
  p.like_count as likes,
  p.picture || jsonb_build_object('url', '/api/posts/' || p.id || '/picture') as picture,
  p.to_ids as who
from
  posts p
  join "values" v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
where
  p.workspace_id = $1
  and p.from_id = $2
  and p.deleted_at is null
  and p.id > $3
order by
  p.id
limit
  500;

-- listReceivedPosts
select
  p.id,
  p.created_at,
  v.name as value,
  p.score as points,
  p.description as text,
  p.private,
  p.parent_id as added_to,
  p.like_count as likes,
  p.picture || jsonb_build_object('url', '/api/posts/' || p.id || '/picture') as picture,
  array_remove(array[p.from_id], null) as who
from
  post_recipients r
  join posts p on p.workspace_id = r.workspace_id
  and p.id = r.post_id
  join "values" v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
where
  r.workspace_id = $1
  and r.user_id = $2
  and not r.deleted
  and r.post_id > $3
order by
  r.post_id
limit
  500;

-- listWrittenComments
select
  id,
  post_id,
  text,
  created_at,
  edited_at
from
  comments
where
  workspace_id = $1
  and user_id = $2
  and id > $3
order by
  id
limit
  500;

-- listReactionsByPost
select
  post_id as id,
  array_agg(reaction) as reactions,
  min(created_at) as created_at
from
  reactions
where
  workspace_id = $1
  and user_id = $2
  and post_id > $3
group by
  post_id
order by
  post_id
limit
  500;

-- listLikes
select
  post_id as id,
  created_at
from
  likes
where
  workspace_id = $1
  and user_id = $2
  and post_id > $3
order by
  post_id
limit
  500;

-- listContributionsForExport
select
  c.id,
  p.title,
  c.amount as points,
  c.status,
  c.comment,
  p.decline_reason,
  p.ordered_at,
  p.order_note,
  p.note,
  p.code,
  c.created_at,
  p.status_changed_at,
  p.returned_at,
  g.recipient_email,
  g.recipient_name
from
  contributions c
  join purchases p on p.workspace_id = c.workspace_id
  and p.id = c.purchase_id
  left join gift_orders g on g.workspace_id = p.workspace_id
  and g.purchase_id = p.id
  and p.created_by = c.user_id
where
  c.workspace_id = $1
  and c.user_id = $2
  and c.id > $3
order by
  c.id
limit
  500;

-- listMails
select
  id,
  kind,
  to_address as to,
  state,
  created_at,
  sent_at
from
  outbox
where
  workspace_id = $1
  and (
    user_id = $2
    or to_address = $3
  )
  and id > $4
order by
  id
limit
  500;

-- listAuditedActions
select
  id,
  action,
  details,
  impersonated,
  token_name as token,
  created_at
from
  audit_log
where
  workspace_id = $1
  and actor_id = $2
  and id > $3
order by
  id
limit
  500;

-- findAccountForExport
select
  "email",
  "language",
  "accounts"."created_at",
  "google_sub" is not null as "signs_in_with_google",
  "second_factors"."confirmed_at" as "second_factor_since"
from
  "accounts"
  left join "second_factors" on "second_factors"."account_id" = "accounts"."id"
where
  "id" = $1;

-- listSessionsForExport
select
  "kind",
  "name",
  "scopes",
  "client",
  "created_at",
  "seen_at",
  "expires_at",
  "revoked_at"
from
  "sessions"
where
  "account_id" = $1
  and "kind" <> $2
  and "workspace_id" = $3
order by
  "id" desc
limit
  $4;

-- listConnectedApplications
select
  "client_id",
  "client_name",
  "scopes",
  "reads_private",
  "created_at",
  "seen_at"
from
  "oauth_grants"
where
  "account_id" = $1
  and "workspace_id" = $2
order by
  "id" desc
limit
  $3;

-- listAddressChanges
select
  "old_email",
  "new_email",
  "changed_at",
  "undone_at"
from
  "address_changes"
where
  "account_id" = $1
order by
  "id" desc
limit
  $2;
