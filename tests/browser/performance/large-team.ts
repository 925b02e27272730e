import type pg from 'pg'

type Ids = { workspaceId: string; userId: string; valueId: string | undefined }

/**
 * Adds 10,000 people and 480 old posts to the example team, and 6,000 posts of last month between
 * 1,000 of the people, in 20 groups.
 */
export async function insertLargeTeam(
  client: pg.Client,
  { workspaceId, userId, valueId }: Ids,
): Promise<void> {
  await client.query(
    `insert into users (workspace_id, id, email, first_name, last_name, job_title, state,
      created_at)
    select $1, gen_random_uuid(), 'many' || n || '@example.test', 'Zed' || lpad(n::text, 5, '0'),
      'Crowd', 'Crew', 'accepted', now() from generate_series(1, 10000) n`,
    [workspaceId],
  )
  await client.query(
    `insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
      demo, period_start, day, created_at)
    select $1, ('018f0000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid, u.id,
      array[$2]::uuid[], $3, 1, 'Long ago, number ' || n || repeat(' thank you', n % 40), false,
      true, '2024-05-01', '2024-05-01', '2024-05-01'
    from generate_series(1, 480) n, (select id from users where workspace_id = $1 and id <> $2
      limit 1) u`,
    [workspaceId, userId, valueId],
  )
  await client.query(
    `insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
      demo, period_start, day, created_at)
    select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' ||
        '8' || lpad(to_hex(n), 15, '0'))::uuid,
      f.id, array[t.id], $2, 1 + n % 9, 'Thank you, number ' || n, false, true, at, at::date, at
    from (
      select n, now() - interval '15 days' - n * interval '3 minutes' as at,
        1 + (n * 7919) % 1000 as giver
      from generate_series(1, 6000) n) p
    join (select id, row_number() over (order by first_name) as place from users
      where workspace_id = $1 and last_name = 'Crowd') f on f.place = giver
    join (select id, row_number() over (order by first_name) as place from users
      where workspace_id = $1 and last_name = 'Crowd') t
      on t.place = 1 + (giver - 1 + 20 * (1 + n % 45)) % 1000`,
    [workspaceId, valueId],
  )
}
