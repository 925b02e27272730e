import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withClient } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { type ClusterUnderLoad, nodesDir, runOnNodes, withClusterUnderLoad } from './citus-nodes.ts'
import { durationSeconds, reportMeasurement } from './duration.ts'
import { verifyLoad } from './load.ts'

/** Nodes start, and the load is verified, besides the duration of the faults. */
const testTimeoutMs = (durationSeconds(5) + 180) * 1_000

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Kills a node with SIGKILL; its other processes end with it. */
function killNode(name: string): void {
  const [pid] = readFileSync(join(nodesDir, name, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/** Runs `work` under load, and verifies that everything acknowledged exists. */
const underLoad = (work: (cluster: ClusterUnderLoad) => Promise<void>): Promise<void> =>
  withClusterUnderLoad(async (cluster) => {
    const { ownerUrl, workload, load } = cluster
    try {
      await work(cluster)
    } finally {
      await load.finish()
    }
    await verifyLoad(ownerUrl, workload, load)
  })

/** Returns the name of the worker with the team's rows. */
function findNodeOf(ownerUrl: string, workspaceId: string): Promise<string> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ worker: number }>(
      `select n.nodeport - current_setting('port')::int as worker
      from pg_dist_placement p join pg_dist_node n using (groupid)
      where p.shardid = get_shard_id_for_distribution_column('workspaces', $1::uuid)`,
      [workspaceId],
    )
    return `worker${rows[0]?.worker}`
  })
}

test.skipIf(!nodesDir)(
  'citus: a killed worker or coordinator loses nothing acknowledged',
  async () => {
    const until = performance.now() + durationSeconds(5) * 1_000
    await underLoad(async ({ ownerUrl, workload, load }) => {
      const worker = await findNodeOf(ownerUrl, workload.team.workspace_id)
      for (let n = 0; n < 2 || performance.now() < until; n += 1) {
        const node = n % 2 ? 'coordinator' : worker
        killNode(node)
        await sleep(2_000)
        runOnNodes('start')
        reportMeasurement(`${node} back to acknowledged`, await load.waitForAck())
        await sleep(1_000)
      }
    })
  },
  testTimeoutMs,
)

test.skipIf(!nodesDir)(
  'citus: moving a team under load loses and refuses nothing',
  async () => {
    await underLoad(async ({ ownerUrl, workload, load }) => {
      const { workspace_id: workspaceId } = workload.team
      const before = await findNodeOf(ownerUrl, workspaceId)
      await withClient(ownerUrl, async (owner) => {
        await owner.query(
          `select citus_move_shard_placement(
            get_shard_id_for_distribution_column('workspaces', $1::uuid), source.nodename,
            source.nodeport, target.nodename, target.nodeport, 'block_writes')
          from pg_dist_placement p join pg_dist_node source using (groupid)
          join pg_dist_node target on target.shouldhaveshards and target.groupid <> source.groupid
          where p.shardid = get_shard_id_for_distribution_column('workspaces', $1::uuid) limit 1`,
          [workspaceId],
        )
      })
      expect(await findNodeOf(ownerUrl, workspaceId)).not.toBe(before)
      reportMeasurement('acknowledged after the move', await load.waitForAck())
      await waitUntil('more posts', () => load.posts.size > 50)
    })
  },
  testTimeoutMs,
)
