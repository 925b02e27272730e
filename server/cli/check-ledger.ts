import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { checkLocalBilling } from '#server/modules/billing/local/integrity-checks.ts'
import { type Command, printViolations } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const checkLedgerCommand: Command = {
  name: 'check-ledger',
  usage: [
    {
      args: '',
      description:
        'recompute all points and local invoices and list every difference; exits with 1 if there are any',
    },
  ],
  needs: 'database',
  parse(args) {
    if (!parseOptions(args, [], 0)) return undefined
    return async ({ ownerUrl }) =>
      printViolations([
        ...(await reconcileLedger(ownerUrl)),
        ...(await checkLocalBilling(ownerUrl)),
      ])
  },
}
