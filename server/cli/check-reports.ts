import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { type Command, printLine, withDatabase } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const checkReportsCommand: Command = {
  name: 'check-reports',
  usage: [
    {
      args: '[--rebuild]',
      description:
        'compare the figures of reports with all posts and purchases and list every difference; exits with 1 if there are any; --rebuild repairs them',
    },
  ],
  needs: 'database',
  parse(args) {
    const parsed = parseOptions(args, ['rebuild'], 0)
    if (!parsed) return undefined
    const rebuild = parsed.options.has('rebuild')
    return ({ ownerUrl }) =>
      withDatabase(ownerUrl, async (db) => {
        const count = await reconcileReports(db, {
          rebuild,
          onDifference: (found) =>
            printLine(
              `workspace ${found.workspace_id}: ${found.table}: ${found.key}: ${found.actual} instead of ${found.expected}`,
            ),
        })
        printLine(
          count
            ? `${count} differences${rebuild ? ', repaired' : ''}.`
            : 'The figures are equal to the posts and purchases.',
        )
        return count ? 1 : 0
      })
  },
}
