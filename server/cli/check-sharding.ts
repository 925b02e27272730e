import { checkSharding } from '#server/platform/database/sharding.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const checkShardingCommand: Command = {
  name: 'check-sharding',
  usage: [
    {
      args: '',
      description:
        'check the schema, and the nodes of a sharded database, against the rules of sharding by workspace; exits with 1 if one is violated',
    },
  ],
  needs: 'database',
  parse(args) {
    if (!parseOptions(args, [], 0)) return undefined
    return async ({ ownerUrl }) => {
      const { isSharded, problems, statements, triggers, unscopedFunctions } =
        await checkSharding(ownerUrl)
      printLine(isSharded ? '-- The database is sharded.' : '-- The database is not sharded.')
      if (isSharded && statements.length) problems.push('run `laurel shard --apply` for these:')
      for (const line of statements) printLine(line)
      printLine(
        `-- Triggers, each within its workspace (set citus.enable_unsafe_triggers): ${triggers.join('; ')}`,
      )
      printLine(`-- Functions that read all workspaces: ${unscopedFunctions.join('; ')}`)
      for (const line of problems) printLine(`-- WRONG: ${line}`)
      return problems.length ? 1 : 0
    }
  },
}
