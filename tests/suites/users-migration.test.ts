import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { withClient, databaseUrl } from '#tests/support/database.ts'

/** The effect of migration 0026 on existing teams. */
const name = `laurel_test_${process.pid}_${randomBytes(5).toString('hex')}`
const url = databaseUrl(inject('adminUrl'), name)
beforeAll(() => withClient(inject('adminUrl'), (client) => client.query(`create database ${name}`)))
afterAll(() =>
  withClient(inject('adminUrl'), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  ),
)

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const team = id(1)

test('the users migration derives acceptance, permissions and domains', async () => {
  await migrate(url, undefined, '0024_audit_tokens')
  await withClient(url, async (client) => {
    await client.query(
      'insert into workspaces (id, name, trial_ends_at, created_at) values ($1, $2, now(), now())',
      [team, 'You won\nhttp://evil.example'],
    )
    await client.query('insert into settings (workspace_id) values ($1)', [team])
    const add = (
      n: number,
      state: string,
      accepted: string | null,
      invitedBy: string | null,
      names: [string, string] = ['Ann', 'Bo'],
    ) =>
      client.query(
        `insert into users (workspace_id, id, email, first_name, last_name, job_title, state,
          accepted_at, invited_by, created_at)
          values ($1, $2, $3, $4, $5, E'Maker\\tof tea', $6, $7, $8, '2026-01-0${n}')`,
        [team, id(n), `p${n}@founder.test`, ...names, state, accepted, invitedBy],
      )
    await add(2, 'accepted', '2026-02-01', null, ['www.evil.example', 'A\u202eB'])
    await add(3, 'pending', null, id(2))
    await add(4, 'pending', null, id(2))
    await add(5, 'deactivated', '2026-03-01', id(2))
    await add(6, 'deactivated', null, id(2))
    await add(7, 'pending', null, id(2))
    await client.query(
      "insert into invites (workspace_id, id, user_id, token_hash, created_at, expires_at, used_at) values ($1, $2, $3, '\\x01', now(), now(), '2026-04-01')",
      [team, id(50), id(4)],
    )
    await client.query(
      `insert into audit_log (workspace_id, id, action, details, created_at)
        values ($1, $2, 'user.deactivate',
        '{"user_id": "${id(7)}", "state": {"from": "accepted", "to": "deactivated"}}', now())`,
      [team, id(51)],
    )
    await client.query(
      'update permissions set rewards_administrator = true where user_id = any($1)',
      [[id(2), id(5)]],
    )
  })
  await migrate(url)
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; accepted: string | null }>(
      "select id, to_char(first_accepted_at, 'MM-DD') as accepted from users order by id",
    )
    expect(rows.map((row) => row.accepted)).toEqual([
      '02-01',
      null,
      '04-01',
      '03-01',
      null,
      '01-07',
    ])
    expect(
      (await client.query('select user_id from permissions where rewards_administrator')).rows,
    ).toEqual([{ user_id: id(2) }])
    expect(
      (
        await client.query('select first_name, last_name, job_title from users where id = $1', [
          id(2),
        ])
      ).rows,
    ).toEqual([{ first_name: 'www evil.example', last_name: 'A B', job_title: 'Maker of tea' }])
    expect(
      (await client.query('select name, mail_domain, invites_per_day from workspaces')).rows,
    ).toEqual([
      { name: 'You won http evil.example', mail_domain: 'founder.test', invites_per_day: null },
    ])
    // From here on the trigger writes the column.
    await client.query(
      "update users set state = 'accepted', accepted_at = '2026-05-01' where id = $1",
      [id(3)],
    )
    await client.query("update users set state = 'pending', accepted_at = null where id = $1", [
      id(3),
    ])
    expect(
      (
        await client.query(
          "select to_char(first_accepted_at, 'MM-DD') as accepted from users where id = $1",
          [id(3)],
        )
      ).rows,
    ).toEqual([{ accepted: '05-01' }])
  })
})
