-- Printed by `npm run generate` for reading; do not edit.

-- hasOtherMember
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" <> $2
  and "state" = $3
  and "demo" = $4
limit
  $5;

-- findAccountAndAvatar
select
  "account_id",
  "avatar_file_id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- deleteIdempotencyKeysOfUser
delete from "idempotency_keys"
where
  "workspace_id" = $1
  and "user_id" = $2;

-- listResponsesAbout
select
  "user_id",
  "key",
  "response"
from
  "idempotency_keys"
where
  "workspace_id" = $1
  and response::text like $2;

-- updateStoredResponse
update "idempotency_keys"
set
  "response" = $1
where
  "workspace_id" = $2
  and "user_id" = $3
  and "key" = $4;

-- deleteIntroductions
delete from introductions
where
  workspace_id = $1
  and (
    user_id = $2
    or person_id = $3
    or introduced_by = $4
  );

-- deleteScimRequestsAbout
delete from scim_requests
where
  workspace_id = $1
  and (
    user_id = $2
    or (
      lower(subject) = $3
      and subject <> ''
    )
  );

-- deleteUserRows
delete from "invites"
where
  "workspace_id" = $1
  and "user_id" = $2;

-- clearContributionComments
update "contributions"
set
  "comment" = $1
where
  "workspace_id" = $2
  and "user_id" = $3
  and "comment" <> $4;

-- clearPurchaseNotes
update purchases
set
  note = '',
  code = '',
  order_note = ''
where
  workspace_id = $1
  and created_by = $2
  and reward_type = 'individual'
  and (
    note <> ''
    or code <> ''
    or order_note <> ''
  );

-- clearGiftCardRecipients
update gift_orders g
set
  recipient_email = '',
  recipient_name = ''
from
  purchases p
where
  g.workspace_id = $1
  and p.workspace_id = $2
  and p.id = g.purchase_id
  and p.created_by = $3;

-- deleteWaitingMailsOfUser
delete from "outbox"
where
  "workspace_id" = $1
  and (
    user_id = $2
    or (
      $3 <> ''
      and to_address = $4
    )
  )
  and "state" = $5;

-- clearMailAddresses
update "outbox"
set
  "to_address" = $1,
  "last_error" = $2
where
  "workspace_id" = $3
  and (
    user_id = $4
    or (
      $5 <> ''
      and to_address = $6
    )
  );

-- clearInviterName
update outbox
set
  params = params || '{"inviter": ""}'
where
  workspace_id = $1
  and state = 'waiting'
  and kind = 'invite'
  and params ->> 'inviter' = $2;

-- clearImportRows
update import_rows r
set
  cells = case
    when r.user_id = $1
    or exists (
      select
      from
        unnest(r.cells) with ordinality as c (cell, n)
      where
        lower(trim(c.cell)) = $2
        and c.n is distinct from array_position(i.fields, 'manager')
    ) then array_fill(''::text, array[cardinality(r.cells)])
    else array(
      select
        case
          when lower(trim(c.cell)) = $3 then ''
          else c.cell
        end
      from
        unnest(r.cells) with ordinality as c (cell, n)
      order by
        c.n
    )
  end
from
  imports i
where
  r.workspace_id = $4
  and cardinality(r.cells) > 0
  and i.workspace_id = $5
  and i.id = r.import_id
  and (
    r.user_id = $6
    or (
      $7 <> ''
      and exists (
        select
          1
        from
          unnest(r.cells) c
        where
          lower(trim(c)) = $8
      )
    )
  );

-- deleteSyncedData
with
  fields as (
    delete from people_sync_fields
    where
      workspace_id = $1
      and user_id = $2
  ),
  missing as (
    delete from people_sync_missing
    where
      workspace_id = $3
      and user_id = $4
  ),
  rows as (
    delete from people_sync_rows
    where
      workspace_id = $5
      and (
        user_id = $6
        or (
          $7 <> ''
          and exists (
            select
              1
            from
              unnest(cells) c
            where
              lower(trim(c)) = $8
          )
        )
      )
  )
delete from people_sync_changes
where
  workspace_id = $9
  and (
    user_id = $10
    or (
      $11 <> ''
      and (
        email = $12
        or exists (
          select
            1
          from
            unnest(cells) c
          where
            lower(trim(c)) = $13
        )
      )
    )
  );

-- clearWebhookAnswers
update hook_deliveries
set
  answer = ''
where
  workspace_id = $1
  and answer <> ''
  and (
    strpos(answer, $2) > 0
    or (
      $3 <> ''
      and strpos(lower(answer), $4) > 0
    )
    or (
      $5 <> ''
      and strpos(answer, $6) > 0
    )
  );

-- clearAuditedTokenNames
select
  audit_clear_token_names ($1, $2);
