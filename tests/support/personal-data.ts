import sharp from 'sharp'
import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, type Member, type Team } from '#tests/support/factories.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Returns the rows of all tables except posts that still contain one of the words. */
export const findTextInDatabase = (t: TestApp, words: string[]): Promise<string[]> =>
  withClient(t.ownerUrl, async (owner) => {
    const { rows: tables } = await owner.query<{ t: string }>(
      `select table_name as t from information_schema.tables where table_schema = 'public'
        and table_type = 'BASE TABLE' and table_name <> 'posts'`,
    )
    const found: string[] = []
    for (const { t: table } of tables) {
      for (const word of words) {
        const { rows } = await owner.query<{ text: string }>(
          `select r::text as text from "${table}" r where r::text ilike '%' || $1 || '%'`,
          [word],
        )
        found.push(...rows.map((row) => `${table}: ${word}: ${row.text.slice(0, 300)}`))
      }
    }
    return found
  })

/** Creates an attribute and gives a member a value. */
export async function setAttribute(
  t: TestApp,
  { admin }: Team,
  member: Member,
  { name, value }: { name: string; value: string },
): Promise<void> {
  const { body } = await t.call('attributes.create', {
    token: admin.token,
    body: { name, kind: 'text' },
  })
  await t.call('users.update', {
    token: admin.token,
    params: { id: member.user_id },
    body: { organization: { attributes: [{ attribute_id: body.id, value }] } },
  })
}

/** Creates a member with personal data in every table. */
export async function leavePersonalData(t: TestApp, team: Team): Promise<Member> {
  const known = await makeMember(t, team.workspace_id, {
    first_name: 'Zephyrine',
    last_name: 'Quibblewood',
    email: 'zephyrine@quibble.test',
    permissions: { rewards_administrator: true },
  })
  const { workspace_id: workspaceId, user_id: userId } = known
  await t.call('profiles.update_me', {
    token: known.token,
    body: {
      job_title: 'Zephyrologist',
      phone: '+44 20 7946 0958',
      birth_date: '1987-03-04',
      hire_date: '2019-05-06',
      language: 'ru',
    },
  })
  await setAttribute(t, team, known, { name: 'Instrument', value: 'Zephyrphone' })
  await startSession(t.services.db.global, t.clock.now(), {
    account_id: known.account_id,
    kind: 'session',
    workspace_id: workspaceId,
    user_id: userId,
    client: 'Zephyrbrowser',
  })
  await t.services.db.tenant(workspaceId, async (trx) => {
    const at = t.clock.now()
    await trx
      .insertInto('outbox')
      .values(
        ['sent', 'waiting', 'failed'].map((state) => ({
          workspace_id: workspaceId,
          id: newId(at),
          kind: 'points_received',
          to_address: known.email,
          language: 'en' as const,
          params: '{}',
          state: state as 'sent',
          user_id: userId,
          last_error: state === 'failed' ? 'no zephyrine@quibble.test here' : '',
          created_at: at,
          sent_at: null,
        })),
      )
      .execute()
    await sql`insert into imports (workspace_id, id, state, file_name, header, fields, created_by,
      created_at) values (${workspaceId}, ${team.value_id}, 'finished', 'list.csv',
      '{E-mail,Name}', '{email,first_name}', ${team.admin.user_id}, ${at})`.execute(trx)
    await sql`insert into import_rows (workspace_id, import_id, line, cells, outcome, user_id)
      values
      (${workspaceId}, ${team.value_id}, 1, '{zephyrine@quibble.test,Zephyrine}', 'updated',
        ${userId}), (${workspaceId}, ${team.value_id}, 2, '{" Zephyrine@quibble.test",Z}',
        'refused', null),
      (${workspaceId}, ${team.value_id}, 3, '{somebody@else.test,Else}', 'invited', null)`.execute(
      trx,
    )
  })
  return known
}

export async function putAvatar(t: TestApp, of: Member): Promise<string> {
  const storageKey = `${newId(t.clock.now()).replaceAll('-', '')}.webp`
  await t.services.storage.put(
    `${of.workspace_id}/${storageKey}`,
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#888' } })
      .webp()
      .toBuffer(),
  )
  await t.services.db.tenant(of.workspace_id, async (trx) => {
    const id = newId(t.clock.now())
    await trx
      .insertInto('files')
      .values({
        workspace_id: of.workspace_id,
        id,
        kind: 'avatar',
        storage_key: storageKey,
        mime: 'image/webp',
        bytes: 10,
        width: 4,
        height: 4,
        created_by: of.user_id,
        created_at: t.clock.now(),
      })
      .execute()
    await trx
      .updateTable('users')
      .set({ avatar_file_id: id })
      .where('workspace_id', '=', of.workspace_id)
      .where('id', '=', of.user_id)
      .execute()
  })
  return `/files/${of.workspace_id}/${storageKey}`
}
