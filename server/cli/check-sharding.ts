import { checkSharding as inspectSchema } from '#server/ops/check-sharding.ts'
import { type Command, printLine } from './command.ts'

export const checkSharding: Command = {
  name: 'check-sharding',
  usage: [
    {
      args: '',
      description:
        'check the schema against the rules of sharding by workspace and print the statements for Citus; exits with 1 if a rule is violated',
    },
  ],
  needsDatabase: true,
  parse:
    () =>
    async ({ ownerUrl }) => {
      const { problems, statements, triggers, unscopedFunctions } = await inspectSchema(ownerUrl)
      for (const line of statements) printLine(line)
      printLine(
        `-- Triggers, each within its workspace (set citus.enable_unsafe_triggers): ${triggers.join('; ')}`,
      )
      printLine(`-- Functions that read all workspaces: ${unscopedFunctions.join('; ')}`)
      for (const line of problems) printLine(`-- WRONG: ${line}`)
      return problems.length ? 1 : 0
    },
}
