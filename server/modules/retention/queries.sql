-- Printed by `npm run generate` for reading; do not edit.

-- deleteScimRequests
delete from scim_requests
where
  workspace_id = $1
  and created_at < $2;

-- deleteSessions
delete from sessions
where
  token_hash in (
    select
      token_hash
    from
      sessions
    where
      expires_at < $1
      or revoked_at < $2
    limit
      1000
  );

-- deleteOauthGrants
delete from oauth_grants
where
  id in (
    select
      id
    from
      oauth_grants
    where
      expires_at < $1
    limit
      1000
  );

-- deleteOauthStates
delete from oauth_states
where
  (model, id_hash) in (
    select
      model,
      id_hash
    from
      oauth_states
    where
      expires_at < $1
    limit
      1000
  );

-- deleteSignInCodes
delete from sign_in_codes
where
  id in (
    select
      id
    from
      sign_in_codes
    where
      expires_at < $1
    limit
      1000
  );

-- deleteTeamCreations
delete from team_creations
where
  id in (
    select
      id
    from
      team_creations
    where
      created_at < $1
    limit
      1000
  );

-- deleteGoogleNonces
delete from used_google_nonces
where
  nonce_hash in (
    select
      nonce_hash
    from
      used_google_nonces
    where
      expires_at < $1
    limit
      1000
  );

-- deleteUnconfirmedSecondFactors
delete from second_factors
where
  account_id in (
    select
      account_id
    from
      second_factors
    where
      confirmed_at is null
      and created_at < $1
    limit
      1000
  );

-- deleteAddressChanges
delete from address_changes
where
  id in (
    select
      id
    from
      address_changes
    where
      changed_at < $1
    limit
      1000
  );

-- deleteIdempotencyKeys
delete from idempotency_keys
where
  workspace_id = $1
  and (user_id, key) in (
    select
      user_id,
      key
    from
      idempotency_keys
    where
      workspace_id = $2
      and created_at < $3
    limit
      1000
  );

-- deleteFinishedMails
delete from outbox
where
  workspace_id = $1
  and id in (
    select
      id
    from
      outbox
    where
      workspace_id = $2
      and state <> 'waiting'
      and created_at < $3
    limit
      1000
  );

-- deleteMailBudgets
delete from mail_budgets
where
  workspace_id = $1
  and day < $2::date;

-- deleteInvites
delete from invites
where
  workspace_id = $1
  and expires_at < $2;

-- deleteImpersonationLinks
delete from impersonation_links
where
  workspace_id = $1
  and expires_at < $2;

-- deleteCardSetups
delete from card_setups
where
  workspace_id = $1
  and expires_at < $2;

-- deleteChatDrafts
delete from chat_drafts
where
  workspace_id = $1
  and created_at < $2;

-- deleteChatLinkRequests
delete from chat_link_requests
where
  workspace_id = $1
  and expires_at < $2;

-- deleteChatAuthorizations
delete from chat_authorizations
where
  workspace_id = $1
  and expires_at < $2;

-- deleteSsoRequests
delete from sso_requests
where
  workspace_id = $1
  and expires_at < $2;

-- deleteEndedGraces
delete from leaver_graces g
where
  g.workspace_id = $1
  and g.ended_at < $2
  and not exists (
    select
    from
      wallets b
    where
      b.workspace_id = g.workspace_id
      and b.user_id = g.user_id
      and b.balance > 0
  );

-- deleteSsoMessages
delete from sso_used_messages
where
  workspace_id = $1
  and expires_at < $2;

-- deleteUnsentAuditEntries
delete from audit_stream_entries
where
  workspace_id = $1
  and entry_id < $2;

-- deleteImportRows
delete from import_rows
where
  workspace_id = $1
  and (import_id, line) in (
    select
      r.import_id,
      r.line
    from
      imports i
      join import_rows r on r.workspace_id = i.workspace_id
      and r.import_id = i.id
    where
      i.workspace_id = $2
      and i.state <> 'in_progress'
      and coalesce(i.finished_at, i.created_at) < $3
    limit
      1000
  );

-- deleteInboxItems
delete from inbox_items
where
  workspace_id = $1
  and (user_id, id) in (
    select
      user_id,
      id
    from
      inbox_items
    where
      workspace_id = $2
      and updated_at < $3
    limit
      1000
    for update
      skip locked
  );

-- deleteInboxOverflow
delete from inbox_items
where
  workspace_id = $1
  and (user_id, id) in (
    select
      old.user_id,
      old.id
    from
      (
        select
          user_id
        from
          inbox_items
        where
          workspace_id = $2
        group by
          user_id
        having
          count(*) > 1000
      ) crowded
      cross join lateral (
        select
          i.user_id,
          i.id
        from
          inbox_items i
        where
          i.workspace_id = $3
          and i.user_id = crowded.user_id
        order by
          i.updated_at desc,
          i.id desc
        offset
          1000
      ) old
    limit
      1000
  );

-- pruneAuditLog
select
  audit_prune ($1, $2, $3) as deleted;

-- hasOldDemoData
select
  exists (
    select
      1
    from
      workspaces w
    where
      w.id = $1
      and not w.demo
      and w.created_at < $2
      and (
        exists (
          select
            1
          from
            users u
          where
            u.workspace_id = w.id
            and u.demo
        )
        or exists (
          select
            1
          from
            rewards r
          where
            r.workspace_id = w.id
            and r.demo
        )
      )
  ) as is_expired;

-- deleteExpiredDemoData
select
  demo_remove ($1);
