// Walks through the connected app of a team in a real Slack workspace, beside the running server:
// npm run verify:slack -- <workspace id> <channel>
import { installPackages, findNode, run } from './toolchain.mjs'

installPackages()
process.exit(
  run(findNode(), ['server/cli/index.ts', 'chat', 'verify', 'slack', ...process.argv.slice(2)]),
)
