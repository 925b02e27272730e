// Gift cards under everything that goes wrong at once, for minutes: npm run soak -- [seconds]
import { join } from 'node:path'
import { install, node, root, run } from './lib.mjs'

install()
process.exit(run(node(), [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'server/test/soak.test.ts'], { SOAK_SECONDS: process.argv[2] ?? '120' }))
