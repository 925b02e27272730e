import { migrate } from '#server/platform/database/migrate.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: [{ args: '', description: 'update the schema without starting the server' }],
  needs: 'database',
  parse(args) {
    if (!parseOptions(args, [], 0)) return undefined
    return async ({ ownerUrl }) => {
      const { migrations, functions } = await migrate(ownerUrl)
      const applied = [...migrations, ...functions.map((name) => `${name}()`)]
      printLine(applied.length ? `Applied ${applied.join(', ')}.` : 'Up to date.')
      return 0
    }
  },
}
