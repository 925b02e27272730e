-- Printed by `npm run generate` for reading; do not edit.

-- giftColumns
select
  g.id,
  g.award_id,
  w.name as award_name,
  w.emoji as award_emoji,
  (
    select
      f.storage_key
    from
      files f
    where
      f.workspace_id = $1
      and f.id = w.picture_file_id
  ) as award_picture_key,
  g.giver_id,
  array(
    select
      r.user_id
    from
      award_receivers r
      join users u on u.workspace_id = r.workspace_id
      and u.id = r.user_id
    where
      r.workspace_id = $2
      and r.gift_id = g.id
    order by
      lower(u.first_name || ' ' || u.last_name),
      u.id
  ) as receiver_ids,
  g.points,
  g.text,
  g.private,
  g.status,
  g.steps,
  g.step,
  g.step_at,
  g.reminded_at,
  g.escalated_at,
  g.asked_at,
  g.budget_id,
  g.post_id,
  g.decline_reason,
  g.receiver_left,
  g.created_at,
  g.ended_at
from
  award_gifts g;

-- findGift
select
  g.id,
  g.award_id,
  w.name as award_name,
  w.emoji as award_emoji,
  (
    select
      f.storage_key
    from
      files f
    where
      f.workspace_id = $1
      and f.id = w.picture_file_id
  ) as award_picture_key,
  g.giver_id,
  array(
    select
      r.user_id
    from
      award_receivers r
      join users u on u.workspace_id = r.workspace_id
      and u.id = r.user_id
    where
      r.workspace_id = $2
      and r.gift_id = g.id
    order by
      lower(u.first_name || ' ' || u.last_name),
      u.id
  ) as receiver_ids,
  g.points,
  g.text,
  g.private,
  g.status,
  g.steps,
  g.step,
  g.step_at,
  g.reminded_at,
  g.escalated_at,
  g.asked_at,
  g.budget_id,
  g.post_id,
  g.decline_reason,
  g.receiver_left,
  g.created_at,
  g.ended_at
from
  award_gifts g
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
where
  g.workspace_id = $3
  and g.id = $4
for update of
  g;

-- insertGift
insert into
  "award_gifts" (
    "workspace_id",
    "id",
    "award_id",
    "giver_id",
    "points",
    "text",
    "private",
    "status",
    "steps",
    "step_at",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
insert into
  "award_receivers" ("workspace_id", "gift_id", "user_id")
values
  ($1, $2, $3);

-- updateGift
update "award_gifts"
set
  "asked_at" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- listPendingGiftsTo
select
  g.id
from
  award_receivers r
  join award_gifts g on g.workspace_id = r.workspace_id
  and g.id = r.gift_id
where
  r.workspace_id = $1
  and r.user_id = $2
  and g.status = 'pending'
order by
  g.id;

-- listPendingGiftsBy
select
  "id"
from
  "award_gifts"
where
  "workspace_id" = $1
  and "giver_id" = $2
  and "status" = $3
order by
  "id";

-- listGiftsAwaiting
select
  g.id
from
  award_approvers a
  join award_gifts g on g.workspace_id = a.workspace_id
  and g.id = a.gift_id
where
  a.workspace_id = $1
  and a.user_id = $2
  and g.status = 'pending'
  and a.step = g.step
order by
  g.id;

-- listGiftsAwaitingFormer
select
  a.gift_id,
  a.user_id
from
  award_approvers a
  join award_gifts g on g.workspace_id = a.workspace_id
  and g.id = a.gift_id
where
  a.workspace_id = $1
  and a.user_id = any ($2::uuid[])
  and g.status = 'pending'
  and a.step = g.step
  and not exists (
    select
    from
      permissions p
    where
      p.workspace_id = $3
      and p.user_id = a.user_id
      and (
        p.global_administrator
        or p.account_administrator
      )
  )
order by
  a.gift_id,
  a.user_id;

-- deleteDelegationsOf
delete from approval_delegates
where
  workspace_id = $1
  and (
    user_id = $2
    or delegate_id = $3
  );

-- clearGiftTexts
update award_gifts
set
  text = ''
where
  workspace_id = $1
  and giver_id = $2
  and status <> 'approved';
update award_gifts g
set
  decline_reason = ''
from
  award_decisions d
where
  g.workspace_id = $1
  and d.workspace_id = $2
  and d.gift_id = g.id
  and d.user_id = $3
  and not d.approved;
