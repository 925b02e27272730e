// Runs a whole subscription in a Stripe sandbox: BILLING=stripe STRIPE_KEY=sk_test_...
// STRIPE_WEBHOOK_SECRET=whsec_... npm run verify:stripe
import { installPackages, findNode, run } from './toolchain.mjs'

installPackages()
process.exit(run(findNode(), ['server/cli/index.ts', 'billing', 'verify'], { BILLING: 'stripe' }))
