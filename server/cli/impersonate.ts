import { limits } from '#contract/limits.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { type Command, parseWorkspaceId, printLine, withDatabase } from './command.ts'

export const impersonateCommand: Command = {
  name: 'impersonate',
  usage: [
    {
      args: '<workspace id> <e-mail> [your name]',
      description: 'print a link that signs you in as this user, once and within 10 minutes',
    },
  ],
  needs: 'database',
  parse([argument, email, ...words]) {
    const id = parseWorkspaceId(argument)
    if (id === undefined || !email?.includes('@')) return undefined
    return ({ ownerUrl, config }) =>
      withDatabase(ownerUrl, async (db) => {
        const name = words.join(' ').slice(0, limits.name_chars_max)
        const token = await createImpersonationLink(db, id, email, name, new Date())
        printLine(
          token
            ? `${config.publicUrl}/impersonate/${token}`
            : `Nobody who has joined workspace ${id} has the address ${email}.`,
        )
        return token ? 0 : 1
      })
  },
}
