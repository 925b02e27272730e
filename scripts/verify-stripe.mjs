// A whole subscription in a sandbox of Stripe's: BILLING=stripe STRIPE_KEY=sk_test_...
// STRIPE_WEBHOOK_SECRET=whsec_... npm run verify:stripe
import { install, node, run } from './toolchain.mjs'

install()
process.exit(run(node(), ['server/cli/index.ts', 'billing', 'verify'], { BILLING: 'stripe' }))
