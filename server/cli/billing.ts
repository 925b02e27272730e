import { createStripeClient } from '#server/adapters/billing/stripe/client.ts'
import { syncStripePrices } from '#server/adapters/billing/stripe/prices.ts'
import { verifyStripe } from '#server/adapters/billing/stripe/verify.ts'
import type { StripeSettings } from '#server/adapters/billing/stripe/client.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

async function syncPrices(settings: StripeSettings): Promise<number> {
  const made = await syncStripePrices(createStripeClient(settings))
  for (const name of made) printLine(`made ${name}`)
  printLine(
    made.length
      ? 'Stripe sells what the price book says.'
      : 'Stripe sells what the price book says already.',
  )
  return 0
}

/** Commands that call Stripe only, without a database. */
export const billingCommand: Command = {
  name: 'billing',
  usage: [
    {
      args: 'sync',
      description: 'create or repair the prices at Stripe from the price book (BILLING=stripe)',
    },
    {
      args: 'verify',
      description: 'run a whole subscription in a sandbox of Stripe, then clean up',
    },
  ],
  needs: 'settings',
  parse(args) {
    const [action] = parseOptions(args, [], 1)?.positionals ?? []
    if (action !== 'sync' && action !== 'verify') return undefined
    return async ({ config: { stripe } }) => {
      if (!stripe) {
        printLine('BILLING is not stripe: there is nothing to do.')
        return 1
      }
      if (action === 'sync') return syncPrices(stripe)
      return (await verifyStripe(stripe, printLine, new Date())) ? 0 : 1
    }
  },
}
