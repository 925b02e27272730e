import { closeServices, createServices } from '#server/services.ts'
import { verifyChat } from '#server/workflows/verify-chat/verify-chat.ts'
import { type Command, parseWorkspaceId, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

/** Tries out an app in a real Slack workspace or tenant of Microsoft Teams. */
export const chatCommand: Command = {
  name: 'chat',
  usage: [
    {
      args: 'verify <slack|teams> <workspace id> <channel>',
      description: 'walk through the connected app of a team, with messages in this channel',
    },
  ],
  needs: 'database',
  parse(args) {
    const [action, provider, argument, channel] = parseOptions(args, [], 4)?.positionals ?? []
    const workspaceId = parseWorkspaceId(argument)
    if (action !== 'verify' || (provider !== 'slack' && provider !== 'teams')) return undefined
    if (workspaceId === undefined || !channel) return undefined
    return async ({ config, ownerUrl }) => {
      const services = await createServices({ ...config, ownerUrl })
      try {
        const works = await verifyChat(services, {
          workspaceId,
          provider,
          channel,
          report: printLine,
        })
        printLine(works ? 'Everything works.' : 'Something is missing.')
        return works ? 0 : 1
      } finally {
        await closeServices(services)
      }
    }
  },
}
