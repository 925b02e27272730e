-- Printed by `npm run generate` for reading; do not edit.

-- eraseFromNominations
delete from nomination_jurors
where
  workspace_id = $1
  and user_id = $2;
delete from nomination_scores
where
  workspace_id = $1
  and (
    juror_id = $2
    or nominee_id in (
      select
        e.id
      from
        nominees e
      where
        e.workspace_id = $3
        and e.user_id = $4
    )
  );
delete from nomination_votes
where
  workspace_id = $1
  and (
    voter_id = $2
    or nominee_id in (
      select
        e.id
      from
        nominees e
      where
        e.workspace_id = $3
        and e.user_id = $4
    )
  );
delete from nominations
where
  workspace_id = $1
  and (
    nominator_id = $2
    or nominee_id in (
      select
        e.id
      from
        nominees e
      where
        e.workspace_id = $3
        and e.user_id = $4
    )
  );
