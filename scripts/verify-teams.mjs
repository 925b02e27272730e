// Walks through the connected app of a team in a real tenant of Microsoft Teams, beside the running server:
// npm run verify:teams -- <workspace id> <channel>
import { installPackages, findNode, run } from './toolchain.mjs'

installPackages()
process.exit(
  run(findNode(), ['server/cli/index.ts', 'chat', 'verify', 'teams', ...process.argv.slice(2)]),
)
