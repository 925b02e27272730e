-- Printed by `npm run generate` for reading; do not edit.

-- findPostFacts
select
  id,
  parent_id,
  from_id,
  to_ids,
  value_id,
  private,
  demo,
  deleted_at is not null as is_deleted,
  created_at
from
  posts
where
  workspace_id = $1
  and id = $2;

-- listActiveChannels
select
  *
from
  "hooks"
where
  "workspace_id" = $1
  and "kind" = $2
  and "channel_id" is not null
  and "state" = $3
order by
  "id";

-- includesSomebody
select
  exists (
    select
    from
      users u
    where
      u.workspace_id = $1
      and u.id = any ($2::uuid[])
      and (u.country = any ($3::text[]))
  ) as found;

-- listChannelsWithPost
select
  h.id
from
  hooks h
where
  h.workspace_id = $1
  and h.kind = $2
  and h.channel_id is not null
  and (
    exists (
      select
      from
        chat_messages m
      where
        m.workspace_id = $3
        and m.hook_id = h.id
        and m.post_id = $4
    )
    or exists (
      select
      from
        hook_deliveries d
      where
        d.workspace_id = $5
        and d.hook_id = h.id
        and d.subject_id = $6
        and d.state = 'waiting'
    )
  );

-- listDirectMessageReaders
select
  l.user_id,
  l.quiet_from,
  l.quiet_until,
  coalesce(nullif(l.timezone, ''), s.timezone) as timezone
from
  chat_links l
  join users u on u.workspace_id = l.workspace_id
  and u.id = l.user_id
  and u.state = 'accepted'
  join settings s on s.workspace_id = l.workspace_id
where
  l.workspace_id = $1
  and l.provider = $2
  and l.user_id = any ($3::uuid[])
  and $4 <> all (l.muted);

-- listLastDirectMessages
select
  user_id,
  max(
    case
      when state = 'waiting'
      and attempts <= 1 then next_at
      else sent_at
    end
  ) as last
from
  hook_deliveries
where
  workspace_id = $1
  and hook_id = $2
  and user_id = any ($3::uuid[])
  and (
    state = 'waiting'
    and attempts <= 1
    or sent_at > $4
  )
group by
  user_id;

-- listDirectlyTold
select distinct
  user_id
from
  hook_deliveries
where
  workspace_id = $1
  and user_id = any ($2::uuid[])
  and hook_id = $3
  and event = $4
  and subject_id = $5;

-- listPurchasePeople
select
  p.created_by as user_id
from
  purchases p
where
  p.workspace_id = $1
  and p.id = $2
union
select
  c.user_id
from
  contributions c
where
  c.workspace_id = $3
  and c.purchase_id = $4;
