import { type Command, parseWorkspaceId, withDatabase } from './command.ts'
import { updateWorkspace } from './workspace-settings.ts'
import { parseOptions } from './parse-options.ts'

export const validateWorkspaceCommand: Command = {
  name: 'validate-workspace',
  usage: [
    {
      args: '<workspace id>',
      description: 'let a new team redeem gift cards without the delay of 48 hours',
    },
  ],
  needs: 'database',
  parse(args) {
    const [argument] = parseOptions(args, [], 1)?.positionals ?? []
    const id = parseWorkspaceId(argument)
    if (id === undefined) return undefined
    return ({ ownerUrl }) =>
      withDatabase(ownerUrl, async (db) =>
        (await updateWorkspace(db, id, { validated_at: new Date() }, 'Validated.')) ? 0 : 1,
      )
  },
}
