-- Printed by `npm run generate` for reading; do not edit.

-- buildTopicSourcesQuery
with
  texts as materialized (
    select
      id,
      from_id,
      description
    from
      posts
    where
      workspace_id = $1
      and not private
      and deleted_at is null
      and not add_on
      and from_id is not null
      and id >= $2
      and id < $3
      and day >= $4
      and day <= $5
    order by
      id desc
    limit
      $6
  ),
  people as materialized (
    select
      id,
      first_name,
      last_name
    from
      users
    where
      workspace_id = $7
  )
select
  concat_ws(
    ' ',
    (
      select
        bit_xor(hashtextextended (concat_ws(' ', id, from_id, description), 0))
      from
        texts
    ),
    (
      select
        bit_xor(hashtextextended (concat_ws(' ', id, first_name, '/', last_name), 0))
      from
        people
    ),
    (
      select
        language
      from
        settings
      where
        workspace_id = $8
    )
  ) as fingerprint,
  (
    select
      json_agg(
        json_build_object('from_id', from_id, 'description', description)
        order by
          id desc
      )
    from
      texts
  ) as texts,
  (
    select
      json_agg(first_name || ' ' || last_name)
    from
      people
  ) as names,
  (
    select
      language
    from
      settings
    where
      workspace_id = $9
  ) as language;
