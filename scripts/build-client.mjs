// Builds client/dist, the package @laurel/client: its JavaScript in one file, and the declarations of
// the client and of the contract.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, installPackages, root, run } from './toolchain.mjs'

installPackages()
const packages = join(root, 'node_modules')
const steps = [
  ['vite/bin/vite.js', 'build', '--config', 'vite.client.config.ts', '--logLevel', 'warn'],
  ['typescript/bin/tsc', '--project', 'client'],
]
for (const [program, ...args] of steps)
  if (run(findNode(), [join(packages, program), ...args]) !== 0) process.exit(1)
copyFileSync(join(root, 'LICENSE'), join(root, 'client', 'dist', 'LICENSE'))
