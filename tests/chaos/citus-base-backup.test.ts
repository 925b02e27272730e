import { expect, inject, test } from 'vitest'
import { checkSharding } from '#server/platform/database/sharding.ts'
import { databaseUrl, withClient, workerUrls } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { nodesDir, runOnNodes, withClusterUnderLoad } from './citus-nodes.ts'
import { reportMeasurement } from './duration.ts'
import { startLoad, verifyConsistency } from './load.ts'

const restorePoint = 'before_the_fault'
const testTimeoutMs = 300_000

/** Runs a query of a superuser on a node, and returns the value of its only column. */
const queryNode = async (url: string, text: string): Promise<unknown> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ value: unknown }>(`select ${text} as value`)
    return rows[0]?.value
  })

/** Ends the present WAL segment of each node, and waits until it is archived. */
async function archiveWal(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) {
    const segment = String(await queryNode(node, 'pg_walfile_name(pg_switch_wal())'))
    await waitUntil(
      'an archived segment',
      async () =>
        String(await queryNode(node, '(select last_archived_wal from pg_stat_archiver)')) >=
        segment,
    )
  }
}

/** Returns the ids of rows of a team. */
const listIds = (ownerUrl: string, table: 'posts' | 'purchases', workspaceId: string) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where workspace_id = $1`,
      [workspaceId],
    )
    return new Set(rows.map((row) => row.id))
  })

/** Asserts that ledger and rollups are consistent, and that every table has its place. */
async function verifyCluster(ownerUrl: string): Promise<void> {
  await verifyConsistency(ownerUrl)
  expect(await checkSharding(ownerUrl)).toMatchObject({ isSharded: true, problems: [] })
}

test.skipIf(!nodesDir)(
  'citus: base backups of all nodes restore to one restore point',
  async () => {
    const nodes = [inject('adminUrl'), ...workerUrls]
    await withClusterUnderLoad(async ({ ownerUrl, workload, load, stopServers, startServers }) => {
      const coordinator = databaseUrl(nodes[0] ?? '', new URL(ownerUrl).pathname.slice(1))
      const { workspace_id: workspaceId } = workload.team
      runOnNodes('base-backup')
      const postsAtBackup = load.posts.size
      await waitUntil('posts after the backup', () => load.posts.size > postsAtBackup + 50)

      const posts = [...load.posts, ...load.deleted]
      const purchases = [...load.purchases]
      await queryNode(coordinator, `(select citus_create_restore_point('${restorePoint}'))`)
      const postsAtPoint = load.posts.size + load.deleted.size
      await waitUntil(
        'posts after the restore point',
        () => load.posts.size + load.deleted.size > postsAtPoint + 20,
      )
      await load.finish()
      await archiveWal(nodes)
      await stopServers()

      const start = performance.now()
      runOnNodes('restore', restorePoint)
      for (const node of nodes)
        await waitUntil(
          'the end of recovery',
          async () => (await queryNode(node, 'pg_is_in_recovery()')) === false,
        )
      await queryNode(coordinator, '(select recover_prepared_transactions())')
      reportMeasurement('restored in ms', performance.now() - start)

      const restoredPosts = await listIds(ownerUrl, 'posts', workspaceId)
      const restoredPurchases = await listIds(ownerUrl, 'purchases', workspaceId)
      expect(posts.filter((id) => !restoredPosts.has(id))).toEqual([])
      expect(purchases.filter((id) => !restoredPurchases.has(id))).toEqual([])
      // What came after the point is gone, so the point was reached and not the end of the WAL.
      expect(restoredPosts.size).toBeLessThan(load.posts.size + load.deleted.size)
      await verifyCluster(ownerUrl)

      await startServers()
      const after = startLoad(workload, load.urls)
      await after.waitForAck()
      await waitUntil('posts after the restore', () => after.posts.size > 20)
      await after.finish()
      expect(after.faults).toEqual([])
      await verifyCluster(ownerUrl)
    })
  },
  testTimeoutMs,
)
