import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '#tests/support/database.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { type Load, makeWorkloadTeam, startLoad, type WorkloadTeam } from './load.ts'
import { createDataFolder, type Server, startServer } from './server.ts'

/** Folder of the nodes that scripts/citus-cluster.sh started; without it nothing is tested here. */
export const nodesDir = process.env['CITUS_DIR'] ?? ''
const script = fileURLToPath(new URL('../../scripts/citus-cluster.sh', import.meta.url))

/** Runs a command of scripts/citus-cluster.sh. */
export const runOnNodes = (...command: string[]): void => {
  execFileSync('bash', [script, ...command], { stdio: ['ignore', 'ignore', 'inherit'] })
}

export type ClusterUnderLoad = {
  ownerUrl: string
  workload: WorkloadTeam
  load: Load
  /** Stops the server processes. The load then waits for new ones. */
  stopServers: () => Promise<void>
  startServers: () => Promise<void>
}

/** Runs `work` while two server processes serve the members of a team on the cluster. */
export async function withClusterUnderLoad(
  work: (cluster: ClusterUnderLoad) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase()
  const folder = createDataFolder()
  let servers: Server[] = []
  const startServers = async () => {
    for (let n = 0; n < 2; n += 1)
      servers.push(
        startServer(folder.dataDir, await findFreePort(), { DATABASE_URL: database.ownerUrl }),
      )
    await Promise.all(servers.map((server) => server.ready))
  }
  const stopServers = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    servers = []
  }
  try {
    const workload = await makeWorkloadTeam(database.ownerUrl)
    await startServers()
    const load = startLoad(workload, () => servers.map((server) => server.url))
    try {
      await load.waitForAck()
      await work({ ownerUrl: database.ownerUrl, workload, load, stopServers, startServers })
    } finally {
      await load.finish()
      if (load.faults.length) process.stdout.write(servers.map((one) => one.log()).join('\n'))
    }
  } finally {
    await stopServers()
    await folder.remove()
    await database.drop()
  }
}
