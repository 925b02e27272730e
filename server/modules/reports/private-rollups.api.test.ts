import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate, listMigrationNames } from '#server/platform/database/migrate.ts'
import { withClient, databaseUrl } from '#tests/support/database.ts'

const name = `laurel_test_${process.pid}_${randomBytes(5).toString('hex')}`
const url = databaseUrl(inject('adminUrl'), name)
beforeAll(() => withClient(inject('adminUrl'), (client) => client.query(`create database ${name}`)))
afterAll(() =>
  withClient(inject('adminUrl'), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  ),
)

const id = (n: number) => `019f0000-0000-7000-8000-00000000000${n}`
const [workspace, author, recipient, value] = [id(1), id(2), id(3), id(4)]

/**
 * Inserts three posts of one day (public 3, private 7, private and deleted 9) with rollups of the
 * schema before the migration.
 */
const written = `
  insert into workspaces (id, name, created_at, trial_ends_at)
    values ('${workspace}', 'Team', now(), now());
  insert into users (workspace_id, id, email, first_name, last_name, state, created_at)
    select '${workspace}', one::uuid, one || '@example.com', 'A', 'B', 'accepted', now()
      from unnest(array['${author}', '${recipient}']) one;
  insert into "values" (workspace_id, id, name, color, emoji, tag, created_at)
    values ('${workspace}', '${value}', 'Help', '#112233', 'x', 'help', now());
  insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
    period_start, day, created_at, deleted_at)
    select '${workspace}', p.id::uuid, '${author}', array['${recipient}'::uuid], '${value}',
      p.score, 'Thank you', p.private, now(), '2026-06-15', now(), case when p.gone then now() end
    from (values ('${id(5)}', 3, false, false), ('${id(6)}', 7, true, false), ('${id(7)}', 9, true,
      true)) p (id, score, private, gone);
  insert into daily_recognition (workspace_id, day, user_id, value_id, given_points, given_posts,
    received_points, received_posts)
    values ('${workspace}', '2026-06-15', '${author}', '${value}', 10, 2, 0, 0), ('${workspace}',
      '2026-06-15', '${recipient}', '${value}', 0, 0, 10, 2);`

test('migrates figures of private posts to separate rows', async () => {
  const names = await listMigrationNames()
  await migrate(url, undefined, names[names.indexOf('0031_private_figures') - 1])
  await withClient(url, (client) => client.query(written))
  await migrate(url)
  for (const table of ['daily_recognition', 'total_recognition']) {
    const { rows } = await withClient(url, (client) =>
      client.query(
        `select user_id, private, given_points::int, given_posts::int, received_points::int,
          received_posts::int from ${table} order by user_id, private`,
      ),
    )
    const row = (userId: string, secret: boolean, given: number, received: number) => ({
      user_id: userId,
      private: secret,
      given_points: given,
      given_posts: given ? 1 : 0,
      received_points: received,
      received_posts: received ? 1 : 0,
    })
    expect(rows).toEqual([
      row(author, false, 3, 0),
      row(author, true, 7, 0),
      row(recipient, false, 0, 3),
      row(recipient, true, 0, 7),
    ])
  }
})
