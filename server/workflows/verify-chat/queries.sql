-- Printed by `npm run generate` for reading; do not edit.

-- findChatActivity
select
  exists (
    select
    from
      chat_connections c
    where
      c.workspace_id = $1
      and c.provider = $2
      and c.seen_at >= c.connected_at
  ) as has_request,
  exists (
    select
    from
      chat_links l
    where
      l.workspace_id = $3
      and l.provider = $4
  ) as has_link,
  exists (
    select
    from
      chat_drafts d
    where
      d.workspace_id = $5
      and d.provider = $6
      and d.created_at >= $7
  ) as has_draft,
  exists (
    select
    from
      posts p
    where
      p.workspace_id = $8
      and p.created_at >= $9
      and not p.private
      and not p.add_on
  ) as has_post,
  exists (
    select
    from
      posts p
    where
      p.workspace_id = $10
      and p.created_at >= $11
      and p.add_on
  ) as has_add_on,
  exists (
    select
    from
      hook_deliveries d
      join hooks h on h.workspace_id = d.workspace_id
      and h.id = d.hook_id
    where
      d.workspace_id = $12
      and h.kind = $13
      and h.channel_id is not null
      and d.event = $14
      and d.state = 'delivered'
      and d.sent_at >= $15
  ) as has_change,
  exists (
    select
    from
      hook_deliveries d
      join hooks h on h.workspace_id = d.workspace_id
      and h.id = d.hook_id
    where
      d.workspace_id = $16
      and h.kind = $17
      and h.channel_id is not null
      and d.event = $18
      and d.state = 'delivered'
      and d.sent_at >= $19
  ) as has_deletion,
  exists (
    select
    from
      chat_messages m
      join hooks h on h.workspace_id = m.workspace_id
      and h.id = m.hook_id
    where
      m.workspace_id = $20
      and h.kind = $21
      and m.created_at >= $22
  ) as has_message,
  exists (
    select
    from
      likes k
    where
      k.workspace_id = $23
      and k.created_at >= $24
  ) as has_like,
  exists (
    select
    from
      hook_deliveries d
      join hooks h on h.workspace_id = d.workspace_id
      and h.id = d.hook_id
    where
      d.workspace_id = $25
      and h.kind = $26
      and d.user_id is not null
      and d.state = 'delivered'
      and d.sent_at >= $27
  ) as has_direct_message;
