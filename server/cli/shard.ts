import { checkSharding, shard } from '#server/platform/database/sharding.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const shardCommand: Command = {
  name: 'shard',
  usage: [
    {
      args: '[--apply]',
      description:
        'print the statements that distribute the database by workspace with Citus; with --apply, run them',
    },
  ],
  needs: 'database',
  parse: (args) => {
    const parsed = parseOptions(args, ['apply'], 0)
    if (!parsed) return undefined
    return async ({ ownerUrl }) => {
      if (parsed.options.has('apply')) {
        const count = await shard(ownerUrl)
        printLine(count ? `${count} statements applied.` : 'Nothing to do.')
        return 0
      }
      const { problems, statements } = await checkSharding(ownerUrl)
      for (const line of statements) printLine(line)
      for (const line of problems) printLine(`-- WRONG: ${line}`)
      return problems.length ? 1 : 0
    }
  },
}
