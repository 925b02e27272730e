import { listConnections } from '#server/modules/chat-messages/connection-queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { createDiskStorage } from '#server/adapters/storage/disk.ts'
import { buildFormData } from '#tests/support/test-app.ts'
import { withClient, databaseUrl } from '#tests/support/database.ts'
import { type Member, makePost, type Team } from '#tests/support/factories.ts'
import { sendPeopleFile } from '#tests/support/people-sync.ts'
import { type BackupTarget, listTables } from '#server/ops/backup.ts'
import type { BackupManifest } from '#server/ops/manifest.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const backupSecret = 'a-secret-for-tests-only-0123456789'

/** Creates a database without a schema, whose owner is no superuser. */
export async function createRestoreTarget(
  folder: string,
  databases: string[],
  name: string,
): Promise<BackupTarget & { files: string }> {
  const database = `laurel_restore_${process.pid}_${randomBytes(5).toString('hex')}`
  const owner = `laurel_operator_${process.pid}_${databases.length}`
  databases.push(database)
  await withClient(inject('adminUrl'), async (admin) => {
    await admin.query(
      `create role ${owner} login createrole nosuperuser password 'of-the-operator'`,
    )
    await admin.query(`grant laurel_app to ${owner} with admin option`)
    await admin.query(`create database ${database} owner ${owner}`)
  })
  const files = join(folder, `files-${name}`)
  const url = new URL(databaseUrl(inject('adminUrl'), database).replace('@/', '@socket/'))
  url.username = owner
  url.password = 'of-the-operator'
  return {
    ownerUrl: url.toString().replace('@socket/', '@/'),
    storage: createDiskStorage(files),
    files,
    secret: backupSecret,
    secretFile: null,
  }
}

/** Drops the databases of `createRestoreTarget` with their owners. */
export const dropRestoreTargets = (databases: string[]) =>
  withClient(inject('adminUrl'), async (admin) => {
    for (const [n, database] of databases.entries()) {
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.query(`revoke laurel_app from laurel_operator_${process.pid}_${n} cascade`)
      await admin.query(`drop role if exists laurel_operator_${process.pid}_${n}`)
    }
  })

/** Returns the content of each table, independent of the order of rows. */
export async function hashTables(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await client.query('set timezone = utc')
    const hashes: Record<string, string> = {}
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' ||
          coalesce(sum(hashtextextended((${columns.map((one) => `coalesce(${one}::text, '-')`).join(`||'|'||`)}), 7)), 0) as hash from "${name}"`,
      )
      hashes[name] = rows[0]?.hash ?? ''
    }
    return hashes
  })
}
export const rowsInManifest = (manifest: BackupManifest, name: string) =>
  manifest.tables.find((table) => table.name === name)?.rows ?? 0
/** Tables that a migration renamed, by their names in version 1.0.0. */
const renamedTables: Record<string, string> = { chores: 'nightly_runs' }
/** Counts the rows of a table, which may have its name of version 1.0.0. */
export const countTableRows = (url: string, name: string) =>
  withClient(
    url,
    async (client) =>
      (
        await client.query<{ n: number }>(
          `select count(*)::int as n from "${renamedTables[name] ?? name}"`,
        )
      ).rows[0]?.n ?? 0,
  )

/** Creates posts, purchases and pictures in sequence until stopped. Returns their number. */
export function writeUntilStopped(
  t: TestApp,
  team: Team,
  picture: Buffer,
  reward: string,
  member: Member,
  others: Member[],
): () => Promise<number> {
  let stopped = false
  const work = async () => {
    let done = 0
    while (!stopped) {
      const answers = [
        await t.call('posts.create', {
          token: member.token,
          body: {
            to_id: others.map((one) => one.user_id),
            value_id: team.value_id,
            score: 2,
            description: 'Thank you for your help',
          },
        }),
        await t.call('profiles.avatar', { token: member.token, body: buildFormData({}, picture) }),
        await t.call('shop.redeem', { token: member.token, params: { id: reward }, body: {} }),
      ]
      for (const answer of answers) expect([200, 201, 204]).toContain(answer.status)
      done += 1
    }
    return done
  }
  const running = work()
  return () => {
    stopped = true
    return running
  }
}
/** Returns the numbers of mails, messages and imports by state. */
export async function countOutgoingByState(url: string) {
  const of = (table: string) =>
    withClient(
      url,
      async (client) =>
        Object.fromEntries(
          (
            await client.query<{ state: string; n: number }>(
              `select state, count(*)::int as n from ${table} group by 1`,
            )
          ).rows.map((row) => [row.state, row.n]),
        ) as Record<string, number>,
    )
  return {
    mails: await of('outbox'),
    messages: await of('hook_deliveries'),
    imports: await of('imports'),
    syncs: await of('people_sync_runs'),
  }
}

/**
 * Creates mails, a webhook message, an import, a run of the people sync and planned invitations, all
 * pending. Returns the id of the webhook.
 */
export async function createPendingItems(
  t: TestApp,
  team: Team,
  members: Member[],
): Promise<string> {
  const {
    body: { hook },
  } = await t.call('hooks.create', {
    token: team.admin.token,
    body: { kind: 'webhook', url: 'http://127.0.0.1:9/hook', events: ['post.created'] },
  })
  await makePost(t, team.admin, members, team.value_id, 3)
  const importId = newId(new Date())
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await trx
      .insertInto('imports')
      .values({
        workspace_id: team.workspace_id,
        id: importId,
        state: 'in_progress',
        file_name: 'people.csv',
        header: ['Email'],
        fields: ['email'],
        created_by: team.admin.user_id,
        created_at: new Date(),
      })
      .execute()
    await trx
      .insertInto('imports')
      .values({
        workspace_id: team.workspace_id,
        id: newId(new Date()),
        state: 'finished',
        file_name: 'planned.csv',
        header: ['Email'],
        fields: ['email'],
        created_by: team.admin.user_id,
        created_at: new Date(),
        holds_invites: true,
        invites_at: new Date(),
      })
      .execute()
    await t.services.jobs.send(trx, 'run_import', {
      workspace_id: team.workspace_id,
      import_id: importId,
    })
  })
  await sendPeopleFile(t, team, 'Email\nnewcomer@example.test\n')
  return hook.id.replace('hook_', '')
}

/** Returns the constraints, row security, indexes and triggers of a database. */
export const readSchema = (url: string) =>
  withClient(
    url,
    async (client) =>
      (
        await client.query(`
    select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as what
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select relname, relforcerowsecurity::text, relrowsecurity::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger
      where not tgisinternal order by 1, 2, 3`)
      ).rows as unknown[],
  )

/** Asserts that the copy does not act in a chat. */
export async function expectChatsDisconnected(
  db: Database,
  team: Team,
  said: string,
): Promise<void> {
  const states = await db.tenant(team.workspace_id, async (trx) => [
    ...(await listConnections(trx, team.workspace_id)).map(({ state }) => state),
    ...(await trx
      .selectFrom('hooks')
      .select('state')
      .where('workspace_id', '=', team.workspace_id)
      .where('kind', '=', 'teams_app')
      .execute()),
  ])
  expect(states).toEqual(['disconnected', { state: 'off' }])
  expect(said).toContain('Apps in Slack and Microsoft Teams that are disconnected: 1.')
}

/** Asserts that the waiting deliveries of a webhook are put aside. */
export async function expectDeliveriesFailed(
  db: Database,
  team: Team,
  hookId: string,
): Promise<void> {
  const deliveries = await db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('hook_deliveries')
      .select(['state', 'reason', 'status'])
      .distinct()
      .where('workspace_id', '=', team.workspace_id)
      .where('hook_id', '=', hookId)
      .execute(),
  )
  expect(deliveries).toEqual([{ state: 'failed', reason: 'restored', status: null }])
}
