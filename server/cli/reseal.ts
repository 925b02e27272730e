import { rotateKeys } from '#server/platform/crypto/encrypted-columns.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const resealCommand: Command = {
  name: 'reseal',
  usage: [
    {
      args: '',
      description:
        'encrypt with SECRET the values encrypted with SECRET_PREVIOUS; the server may keep running; exits with 1 when a value cannot be decrypted',
    },
  ],
  needs: 'database',
  parse(args) {
    if (!parseOptions(args, [], 0)) return undefined
    return async ({ ownerUrl, config }) => {
      const results = await rotateKeys(ownerUrl, config.secrets)
      for (const { table, rotated, current, undecryptable } of results) {
        printLine(`${table}: ${rotated} values re-encrypted, ${current} already up to date.`)
        for (const location of undecryptable) printLine(`${table}: no secret decrypts ${location}.`)
      }
      const isIncomplete = results.some((result) => result.undecryptable.length > 0)
      printLine(
        isIncomplete
          ? 'Add the SECRET that encrypted these values to SECRET_PREVIOUS, or enter the values again.'
          : 'All values are encrypted with SECRET: SECRET_PREVIOUS is no longer needed to decrypt them.',
      )
      return isIncomplete ? 1 : 0
    }
  },
}
