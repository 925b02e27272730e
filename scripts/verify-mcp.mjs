// Verifies the tools for assistants with programs by other authors: the conformance suite of the
// protocol, and the command line of its inspector, which npx downloads:
// npm run verify:mcp [-- --update]
// `--update` writes the session of docs/assistants-session.md again.
import { runVerifyTests } from './run-verify-tests.mjs'
import { installPackages } from './toolchain.mjs'

installPackages()
process.exit(
  await runVerifyTests(['tests/contracts/mcp.test.ts', 'tests/verify/mcp/inspector.test.ts'], {
    options: process.argv.slice(2),
  }),
)
