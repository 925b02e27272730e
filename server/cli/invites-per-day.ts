import { type Command, parseWorkspaceId, withDatabase } from './command.ts'
import { updateWorkspace } from './workspace-settings.ts'
import { parseOptions } from './parse-options.ts'

export const invitesPerDayCommand: Command = {
  name: 'invites-per-day',
  usage: [
    {
      args: '<workspace id> <number|default>',
      description: 'set the number of invitations that a team may send per day',
    },
  ],
  needs: 'database',
  parse(args) {
    const [argument, limit = ''] = parseOptions(args, [], 2)?.positionals ?? []
    const id = parseWorkspaceId(argument)
    if (id === undefined || !/^(\d{1,7}|default)$/.test(limit)) return undefined
    const count = limit === 'default' ? null : Number(limit)
    const message =
      count === null
        ? 'The team has the default limit now.'
        : `The team may send ${count} invitations a day now.`
    return ({ ownerUrl }) =>
      withDatabase(ownerUrl, async (db) =>
        (await updateWorkspace(db, id, { invites_per_day: count }, message)) ? 0 : 1,
      )
  },
}
