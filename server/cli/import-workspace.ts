import { parseArgs } from 'node:util'
import {
  importWorkspace,
  type ImportedWorkspace,
} from '#server/ops/workspace-archive/import-workspace.ts'
import { toBackupTarget } from './backup.ts'
import { type Command, printLine } from './command.ts'

/** Returns folder and fingerprint, or undefined when the arguments are not valid. */
function parseArguments(args: string[]): { folder: string; signedBy?: string } | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'signed-by': { type: 'string' } },
    })
    const [folder, ...rest] = positionals
    const signedBy = values['signed-by']
    if (!folder || rest.length || signedBy === '') return undefined
    return signedBy === undefined ? { folder } : { folder, signedBy }
  } catch {
    return undefined
  }
}

function printSummary({ manifest, fingerprint, workspaceId, newAccounts }: ImportedWorkspace) {
  const rowsOf = (name: string) =>
    manifest.nouns.find((noun) => noun.name === name)?.lines.rows ?? 0
  const { wallet = 0 } = manifest.ledger.accounts
  printLine(
    `Imported ${manifest.workspace.name}: ${rowsOf('users')} people (${newAccounts} with a new account), ${rowsOf('posts')} posts, ${wallet} points in wallets and ${manifest.pictures.rows - manifest.pictures.missing} pictures.`,
  )
  printLine(`The archive was signed by ${fingerprint}`)
  printLine(
    workspaceId === manifest.workspace.id
      ? `The team keeps its id ${workspaceId}.`
      : `The team has the new id ${workspaceId}, because this installation has the old one already.`,
  )
  printLine(
    'Nothing was sent to anybody. Next: tell its people the address of this installation, where they sign in with their e-mail address. The team starts with a trial; administrators connect chats, company sign-in and webhooks again.',
  )
}

export const importWorkspaceCommand: Command = {
  name: 'import-workspace',
  usage: [
    {
      args: '<folder> [--signed-by <fingerprint>]',
      description:
        'verify an archive of export-workspace and add its team to this installation; the server may keep running',
    },
  ],
  needs: 'database',
  parse(args) {
    const parsed = parseArguments(args)
    if (!parsed) return undefined
    const { folder, signedBy } = parsed
    return async (context) => {
      printSummary(await importWorkspace(toBackupTarget(context), folder, { signedBy }))
      return 0
    }
  },
}
