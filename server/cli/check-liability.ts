import { reconcileLiability } from '#server/modules/liability/reconcile.ts'
import { type Command, printLine, withDatabase } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const checkLiabilityCommand: Command = {
  name: 'check-liability',
  usage: [
    {
      args: '[--rebuild]',
      description:
        'compare the stored days of liability with the whole ledger and list every difference; exits with 1 if there are any; --rebuild deletes the days of these teams, which are stored again at night',
    },
  ],
  needs: 'database',
  parse(args) {
    const parsed = parseOptions(args, ['rebuild'], 0)
    if (!parsed) return undefined
    const rebuild = parsed.options.has('rebuild')
    return ({ ownerUrl }) =>
      withDatabase(ownerUrl, async (db) => {
        const count = await reconcileLiability(db, {
          rebuild,
          ages: 'all',
          onDifference: (found) =>
            printLine(
              `workspace ${found.workspace_id}: ${found.day}: ${found.figure}: ${found.actual} instead of ${found.expected}`,
            ),
        })
        printLine(
          count
            ? `${count} differences${rebuild ? ', deleted' : ''}.`
            : 'The stored days are equal to the ledger.',
        )
        return count ? 1 : 0
      })
  },
}
