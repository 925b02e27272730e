// Verifies the tools for assistants with the conformance suite of the protocol:
// npm run verify:mcp
import { runVerifyTests } from './run-verify-tests.mjs'
import { installPackages } from './toolchain.mjs'

installPackages()
process.exit(await runVerifyTests(['tests/contracts/mcp.test.ts']))
