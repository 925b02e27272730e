// Runs the API and race tests, the faults of nodes and a restore on a Citus cluster of a coordinator and two
// workers, which it starts on this machine (scripts/citus-cluster.sh):
// npm run verify:citus [-- test files]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNode, installPackages, root, run } from './toolchain.mjs'

installPackages()
const files = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'laurel-citus-'))
const port = Number(process.env.CITUS_PORT ?? 55432)
const cluster = (command) =>
  spawnSync('bash', [join(root, 'scripts', 'citus-cluster.sh'), command], {
    stdio: 'inherit',
    env: { ...process.env, CITUS_DIR: folder, CITUS_PORT: String(port), WORKERS: '2' },
  }).status ?? 1
const url = (nodePort) => `postgres://postgres@127.0.0.1:${nodePort}/postgres`

const runTests = (...args) =>
  run(findNode(), [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], {
    DATABASE_URL: url(port),
    CITUS_WORKERS: [port + 1, port + 2].map(url).join(' '),
    CITUS_DIR: folder,
    CITUS_PORT: String(port),
  })

let exitCode = cluster('start')
if (exitCode === 0)
  try {
    exitCode = runTests('--project=api', '--project=race', ...files)
    // Nodes are killed and replaced, so nothing else runs at the same time.
    if (!files.length)
      for (const file of ['citus.test.ts', 'citus-base-backup.test.ts'])
        exitCode = runTests('--project=chaos', `tests/chaos/${file}`) || exitCode
  } finally {
    cluster('stop')
  }
rmSync(folder, { recursive: true, force: true })
process.exit(exitCode)
