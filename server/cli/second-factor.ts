import { disableTwoFactorByOperator } from '#server/modules/two-factor/service.ts'
import { type Command, printLine, withDatabase } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const secondFactorCommand: Command = {
  name: 'second-factor',
  usage: [
    {
      args: 'off <e-mail>',
      description:
        'remove the authenticator app of an account that lost it and its recovery codes; sends a mail',
    },
  ],
  needs: 'database',
  parse(args) {
    const [action, email] = parseOptions(args, [], 2)?.positionals ?? []
    if (action !== 'off' || !email?.includes('@')) return undefined
    return ({ ownerUrl }) =>
      withDatabase(ownerUrl, async (db) => {
        const disabled = await disableTwoFactorByOperator(db, email, new Date())
        printLine(
          disabled
            ? `Switched off. ${email} signs in without an authenticator app and gets a mail about it.`
            : `No account with the address ${email} has an authenticator app.`,
        )
        return disabled ? 0 : 1
      })
  },
}
