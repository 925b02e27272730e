import { migrate as runMigrations } from '#server/platform/database/migrate.ts'
import { type Command, printLine } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  usage: [{ args: '', description: 'bring the database up to date' }],
  needsDatabase: true,
  parse:
    () =>
    async ({ ownerUrl }) => {
      const applied = await runMigrations(ownerUrl)
      printLine(applied.length ? `Applied ${applied.join(', ')}.` : 'Up to date.')
      return 0
    },
}
